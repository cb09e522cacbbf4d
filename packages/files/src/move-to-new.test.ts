import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FaultFiles } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isTakenError, moveToNew } from './move-to-new.ts'
import { nodeFiles } from './node-files.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'move-test-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)

/** The kinds of file systems: with hard links, and without. */
const kinds = {
  'with second names': () => ({ ...nodeFiles }),
  'without second names': () => {
    const files = new FaultFiles(nodeFiles)
    files.failNext('link', 'EPERM', Number.POSITIVE_INFINITY)
    return files
  },
}

describe.each(Object.entries(kinds))('on a file system %s', (_, open) => {
  test('a file moves only to a free path', async () => {
    writeFileSync(at('a'), 'a')
    await moveToNew(open(), at('a'), at('b'))
    expect([readdirSync(folder), readFileSync(at('b'), 'utf8')]).toEqual([['b'], 'a'])
    writeFileSync(at('a'), 'other')
    const error: unknown = await moveToNew(open(), at('a'), at('b')).catch(caught => caught)
    expect([isTakenError(error), readFileSync(at('b'), 'utf8')]).toEqual([true, 'a'])
  })

  test('of 20 that create one path, one succeeds', async () => {
    const writes = Array.from({ length: 20 }, (_value, index) =>
      // Each has its own queue, like different processes.
      writeFileAtomically(open(), at('new'), `content ${index}`, { mustBeNew: true }),
    )
    const results = await Promise.allSettled(writes)
    const succeeded = results.flatMap((result, index) => (result.status === 'fulfilled' ? [index] : []))
    expect(succeeded).toHaveLength(1)
    expect(readFileSync(at('new'), 'utf8')).toBe(`content ${succeeded[0]}`)
    expect(readdirSync(folder)).toEqual(['new'])
  })
})

test('a folder moves to a free path, and never over a file or a folder with content', async () => {
  mkdirSync(at('a'))
  writeFileSync(at('a/x'), 'x')
  mkdirSync(at('b'))
  writeFileSync(at('b/y'), 'y')
  writeFileSync(at('c'), 'c')
  for (const taken of ['b', 'c'])
    expect(isTakenError(await moveToNew(nodeFiles, at('a'), at(taken)).catch(error => error))).toBe(true)
  await moveToNew(nodeFiles, at('a'), at('d'))
  expect(readdirSync(folder)).toEqual(['b', 'c', 'd'])
})
