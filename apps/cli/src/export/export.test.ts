import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { programsFor } from '../run-program.testkit.ts'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

const fixture = useSendFixture()
const canary = 'canary-Kq7'

describe.each(programsFor('export'))('%s', program => {
  const run = async (args: readonly string[]) => {
    const env = { PARLEY_HOME: fixture.path('home') }
    const { code, stdout, stderr } = await fixture.run(program, args, { env })
    return { code, stdout: stdout.toString(), stderr }
  }
  const importShop = async () => {
    const url = `${fixture.sink.url}/books?q=1`
    const shop = {
      info: { name: 'Shop' },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: canary }] },
      item: [
        {
          name: "It's\n\u202e$(touch pwned)",
          request: {
            method: 'POST',
            url,
            header: [{ key: 'X-A', value: 'b' }],
            body: { mode: 'raw', raw: '{"a":1}' },
          },
          event: [{ listen: 'test', script: { exec: ['1'] } }],
        },
        { name: 'In', item: [{ name: 'Get', request: { url, auth: { type: 'noauth' } } }] },
      ],
    }
    writeFileSync(fixture.path('shop.json'), JSON.stringify(shop))
    expect(await run(['import', 'shop.json', '--into', 'ws'])).toMatchObject({ code: 0 })
  }

  test.each(['opencollection', 'postman', 'openapi', 'curl'])(
    '%s contains the requests and no secret',
    async to => {
      await importShop()
      const { code, stdout } = await run(['export', 'ws', '--to', to])
      expect(code).toBe(0)
      expect(stdout).toContain('/books')
      expect(stdout).not.toContain(canary)
      if (to !== 'openapi') expect(stdout).toContain('{{token}}')
      writeFileSync(fixture.path('again'), stdout)
      const again = await run(['import', 'again', '--check', '--json-output'])
      expect(JSON.parse(again.stdout).counts).toMatchObject({
        collections: 1,
        requests: 2,
      })
    },
  )

  test('the commands send the requests, and names execute nothing (attacks UI8)', async () => {
    await importShop()
    const { stdout, stderr } = await run(['export', 'ws/Shop', '--to', 'curl'])
    expect(stderr).toContain('no place for the scripts')
    expect(stdout).not.toContain('\u202e')
    await new Promise<void>((resolve, reject) => {
      execFile('bash', ['-c', stdout], { cwd: fixture.folder }, error => (error ? reject(error) : resolve()))
    })
    expect(fixture.sink.requests.map(one => [one.method, one.url])).toEqual([
      ['POST', '/books?q=1'],
      ['GET', '/books?q=1'],
    ])
    expect(fixture.headersOf(0)).toContain('X-A: b')
    expect(existsSync(fixture.path('pwned'))).toBe(false)
  })

  test('an existing file is overwritten only with --force', async () => {
    await importShop()
    writeFileSync(fixture.path('out.json'), 'mine')
    const args = ['export', 'ws/Shop', '--to', 'postman', '-o', 'out.json']
    expect(await run(args)).toMatchObject({ code: 3, stderr: expect.stringContaining('already exists') })
    expect(readFileSync(fixture.path('out.json'), 'utf8')).toBe('mine')
    expect(await run([...args, '--force'])).toMatchObject({ code: 0, stdout: '' })
    expect(JSON.parse(readFileSync(fixture.path('out.json'), 'utf8')).info.name).toBe('Shop')
  })

  test.each([
    [['gone', '--to', 'curl'], 'could not be read'],
    [['.', '--to', 'curl'], 'There is no collection in .'],
    [['.', '--to', 'docx'], 'Give the format: --to opencollection, postman, openapi, curl.'],
    [['.'], 'Give the format'],
  ])('%j is refused with 3', async (args, sentence) => {
    const { code, stdout, stderr } = await run(['export', ...args])
    expect(stderr).toContain(sentence)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  })
})
