import { mkdirSync, writeFileSync } from 'node:fs'
import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { runProgram } from '../run-program.testkit.ts'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

const fixture = useSendFixture()

test('serves the page of a workspace until it is stopped', async () => {
  const folder = fixture.path('shop')
  mkdirSync(folder)
  writeFileSync(`${folder}/opencollection.yml`, 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
  let page = ''
  const ended = runProgram(['serve', folder, '--no-open', '--no-demo'], {
    env: { PARLEY_HOME: fixture.path('home'), PARLEY_KEYCHAIN: 'off' },
    onStart(program) {
      const address = () => /http:\/\/127\.0\.0\.1:\d+\//.exec(program.stdout())?.[0]
      void waitFor(address, () => `the address (${program.stdout()})`, { timeoutMs: 30_000 })
        .then(found => fetch(found))
        .then(async response => {
          page = await response.text()
        })
        .finally(() => program.kill('SIGTERM'))
    },
  })
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
  expect(page).toContain('<title>Parley</title>')
})
