import { mkdirSync, writeFileSync } from 'node:fs'
import { waitFor } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { programsFor, runProgram } from '../run-program.testkit.ts'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

const fixture = useSendFixture()
const env = () => ({ PARLEY_HOME: fixture.path('home'), PARLEY_KEYCHAIN: 'off' })

describe.each(programsFor('serve'))('%s', program => {
  test('serves the page of a workspace until it is stopped', async () => {
    const folder = fixture.path('shop')
    mkdirSync(folder)
    writeFileSync(`${folder}/opencollection.yml`, 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
    const args = ['serve', folder, '--no-open', '--no-demo']
    let output = ''
    const ended = runProgram(program, args, {
      env: env(),
      onStart(child) {
        child.stdout?.on('data', (text: Buffer) => {
          output += text
        })
        const address = () => /http:\/\/127\.0\.0\.1:\d+\//.exec(output)?.[0]
        void waitFor(address, () => `the address (${output})`, { timeoutMs: 30_000 })
          .then(found => fetch(found))
          .then(async response => {
            page = await response.text()
          })
          .finally(() => child.kill('SIGTERM'))
      },
    })
    let page = ''
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
    expect(page).toContain('<title>Parley</title>')
  })

  test('an invalid port exits with 3 and a sentence', async () => {
    const { code, stderr } = await runProgram(program, ['serve', '--port', 'many', '--no-open'], {
      env: env(),
    })
    expect(code).toBe(3)
    expect(stderr).toContain('--port takes a number from 0 to 65535.')
  })
})
