import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { needs } from '@parley/testkit/needs'
import { randomFrom } from '@parley/testkit/random'
import { expect, inject, test } from 'vitest'
import { killWhileSaving } from './kill-while-saving.testkit.ts'

test('100 kills of a process that saves leave the file complete (attacks ST1)', async () => {
  const { broken, leftFiles } = await killWhileSaving(100, randomFrom(inject('seed')))
  process.stdout.write(`100 kills: ${leftFiles} temporary files left\n`)
  expect(broken).toEqual([])
})

const program = fileURLToPath(new URL('save-in-a-loop.testkit.ts', import.meta.url))
const mayMount = spawnSync('unshare', ['-rm', 'true']).status === 0

const mayMountHere = needs(mayMount, 'the right to mount a disk (unshare -rm)')

test('a full disk of 64 KB keeps the file unchanged (attacks ST3)', mayMountHere, () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-test-'))
  try {
    const script = [
      'mount -t tmpfs -o size=64k tmpfs "$1"',
      'mkdir "$1/books"',
      'printf "opencollection: 1.0.0\\ninfo:\\n  name: Books\\n" > "$1/books/opencollection.yml"',
      'printf "info:\\n  name: List\\n  type: http\\nhttp:\\n  method: GET\\n  url: a\\n" > "$1/books/list.yml"',
      '"$2" "$3" "$1/books" "$1/trash"',
      'echo',
      'ls -A "$1/books"',
      'tail -n 1 "$1/books/list.yml"',
    ].join(' && ')
    const run = spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', folder, process.execPath, program], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect(run.stderr).toBe('')
    const [first, failure = '', ...rest] = run.stdout.trim().split('\n')
    expect(first).toBe('saving')
    expect(JSON.parse(failure)).toMatchObject({
      code: 'NOT_WRITTEN',
      nextStep: expect.stringContaining('Free some space'),
    })
    expect(rest.slice(0, -1)).toEqual(['list.yml', 'opencollection.yml'])
    expect(rest.at(-1)).toMatch(/^ {2}round \d+$/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
