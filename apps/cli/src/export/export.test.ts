import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { importFiles } from '@parley/convert'
import { describe, expect, test } from 'vitest'
import { canary, useExportFixture } from './export-fixture.testkit.ts'

const { fixture, run, writeShop } = useExportFixture()

describe('parley export', () => {
  test.each(['opencollection', 'postman', 'openapi', 'curl'])(
    '%s contains the requests and no secret',
    async to => {
      await writeShop()
      const { code, stdout } = await run(['export', 'ws', '--to', to])
      expect(code).toBe(0)
      expect(stdout).toContain('/books')
      expect(stdout).not.toContain(canary)
      if (to !== 'openapi') expect(stdout).toContain('{{token}}')
      const { parts } = importFiles([{ path: 'again', bytes: new TextEncoder().encode(stdout) }])
      expect(parts.map(({ collections, report }) => [collections.length, report.counts.requests])).toEqual([
        [1, 2],
      ])
    },
  )

  test('names in the commands are quoted, so that they execute nothing (attacks UI8)', async () => {
    await writeShop()
    const { stdout, stderr } = await run(['export', 'ws/Shop', '--to', 'curl'])
    expect(stderr).toContain('no place for the scripts')
    expect(stdout).not.toContain('\u202e')
    expect(stdout.split('\n').filter(line => line.includes('$(touch pwned)'))).toEqual([
      expect.stringMatching(/^#/),
    ])
  })

  test('a reader that disconnects is no bug', async () => {
    await writeShop()
    const ended = await fixture.run(['export', 'ws', '--to', 'openapi'], {
      onStart: command => command.closeOutput(),
    })
    expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining('bug') })
  })

  test('an existing file is overwritten only with --force', async () => {
    await writeShop()
    writeFileSync(fixture.path('out.json'), 'mine')
    const args = ['export', 'ws/Shop', '--to', 'postman', '-o', 'out.json']
    expect(await run(args)).toMatchObject({ code: 3, stderr: expect.stringContaining('already exists') })
    expect(readFileSync(fixture.path('out.json'), 'utf8')).toBe('mine')
    expect(await run([...args, '--force'])).toMatchObject({ code: 0, stdout: '' })
    expect(JSON.parse(readFileSync(fixture.path('out.json'), 'utf8')).info.name).toBe('Shop')
  })

  test('a descriptor takes the text with and without --force', async () => {
    await writeShop()
    for (const force of [[], ['--force']]) {
      const descriptor = openSync(fixture.path('out.json'), 'w+')
      const args = ['export', 'ws/Shop', '--to', 'postman', '-o', `/dev/fd/${descriptor}`, ...force]
      expect(await run(args)).toMatchObject({ code: 0, stdout: '', stderr: '' })
      closeSync(descriptor)
      expect(JSON.parse(readFileSync(fixture.path('out.json'), 'utf8')).info.name).toBe('Shop')
    }
  })

  test.each([
    [['gone', '--to', 'curl'], 'There is no file or folder gone. Check the path.'],
    [['.', '--to', 'curl'], 'There is no collection in .'],
    [['.', '--to', 'docx'], 'Give the format: --to opencollection, postman, openapi, curl.'],
    [['.'], 'Give the format'],
  ])('%j is refused with 3', async (args, sentence) => {
    const { code, stdout, stderr } = await run(['export', ...args])
    expect(stderr).toContain(sentence)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  })
})
