import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { canary, useExportFixture } from './export-fixture.testkit.ts'

const { fixture, run, importShop } = useExportFixture()

describe('parley export', () => {
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

  test('names in the commands are quoted, so that they execute nothing (attacks UI8)', async () => {
    await importShop()
    const { stdout, stderr } = await run(['export', 'ws/Shop', '--to', 'curl'])
    expect(stderr).toContain('no place for the scripts')
    expect(stdout).not.toContain('\u202e')
    expect(stdout.split('\n').filter(line => line.includes('$(touch pwned)'))).toEqual([
      expect.stringMatching(/^#/),
    ])
  })

  test('a reader that disconnects is no bug', async () => {
    await importShop()
    const ended = await fixture.run(['export', 'ws', '--to', 'openapi'], {
      onStart: command => command.closeOutput(),
    })
    expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining('bug') })
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
