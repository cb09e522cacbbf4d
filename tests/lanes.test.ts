import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { leftOutFiles } from '@parley/testkit/left-out-files'
import { sampleCount, sampleNumber, sampleOf } from '@parley/testkit/sample-of'
import { afterEach, describe, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())

/** Commit names differ in every digit, and so do these. */
const commits = Array.from({ length: 200 }, (_, index) =>
  (index * 2_654_435_761).toString(16).padStart(12, '0'),
)

function inCommit<Value>(commit: string, take: () => Value): Value {
  vi.stubEnv('PARLEY_LANE', commit)
  return take()
}

describe.each([
  [2, 1],
  [4, 1],
  [11, 3],
  [250, 25],
])('a sample of %i elements, %i a commit', (size, count) => {
  const elements = Array.from({ length: size }, (_, index) => `element ${index}`)

  test('has that many, in order, and is the same for the same commit', () => {
    for (const commit of commits) {
      const sample = inCommit(commit, () => sampleOf('these', elements, count))
      expect(sample).toHaveLength(count)
      expect(elements.filter(element => sample.includes(element))).toEqual(sample)
      expect(inCommit(commit, () => sampleOf('these', elements, count))).toEqual(sample)
    }
  })

  test('contains every element in some commit', () => {
    const seen = new Set(
      commits.flatMap(commit => inCommit(commit, () => sampleOf('these', elements, count))),
    )
    expect(seen.size).toBe(size)
  })

  test('has all of them in the second lane, and if no lane is set', () => {
    expect(inCommit('all', () => sampleOf('these', elements, count))).toEqual(elements)
    vi.stubEnv('PARLEY_LANE', undefined)
    expect(sampleOf('these', elements, count)).toEqual(elements)
  })
})

test('samples of two names in a commit are independent', () => {
  const agreeing = commits.filter(
    commit =>
      inCommit(commit, () => sampleOf('one', ['dark', 'light'])[0]) ===
      inCommit(commit, () => sampleOf('other', ['dark', 'light'])[0]),
  )
  expect(agreeing.length).toBeGreaterThan(commits.length / 4)
  expect(agreeing.length).toBeLessThan((commits.length * 3) / 4)
})

test('randomised tests are repeated a tenth as often, and in full in the second lane', () => {
  expect(inCommit('0123456789ab', () => [100, 7, 1, 0].map(sampleCount))).toEqual([10, 1, 1, 0])
  expect(inCommit('all', () => [100, 7, 1, 0].map(sampleCount))).toEqual([100, 7, 1, 0])
  expect(inCommit('0123456789ab', () => sampleNumber('URLs'))).not.toBe(
    inCommit('0123456789ac', () => sampleNumber('URLs')),
  )
})

const sampledFiles = {
  name: 'files',
  files: Array.from({ length: 20 }, (_, index) => `file-${index}.test.ts`),
  always: ['file-3.test.ts', 'file-7.test.ts'],
  oneOf: 6,
}

test('the whole check runs three of eighteen files and those that it always runs, and each in some commit', () => {
  vi.stubEnv('PARLEY_FILES', 'sample')
  const run = commits.map(commit => {
    const leftOut = inCommit(commit, () => leftOutFiles(sampledFiles))
    return sampledFiles.files.filter(file => !leftOut.includes(file))
  })
  for (const files of run) {
    expect(files).toHaveLength(5)
    expect(files).toEqual(expect.arrayContaining(sampledFiles.always))
  }
  expect(new Set(run.flat()).size).toBe(20)
  expect(inCommit('all', () => leftOutFiles(sampledFiles))).toEqual([])
})

test('a test that is run by its name is never left out', () => {
  vi.stubEnv('PARLEY_FILES', undefined)
  expect(inCommit('0123456789ab', () => leftOutFiles(sampledFiles))).toEqual([])
})

test.each(['vitest.config.ts', 'playwright.config.ts'])('%s names only files that exist', file => {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const [, always = ''] = /always: \[([^\]]*)\]/.exec(readFileSync(root + file, 'utf8')) ?? []
  const names = [...always.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter(name => !existsSync(root + name))).toEqual([])
})

test('the second lane has every suite of the whole check, and its own suites', () => {
  const program = fileURLToPath(new URL('../scripts/nightly.mjs', import.meta.url))
  const { stdout } = spawnSync(process.execPath, [program, '--list'], { encoding: 'utf8' })
  const names = stdout
    .trim()
    .split('\n')
    .map(line => line.split(' ')[0])
  expect(names).toEqual(['long', 'build', 'unit', 'browser', 'toolchains'])
  const unknown = spawnSync(process.execPath, [program, 'brwser'], { encoding: 'utf8' })
  expect(unknown).toMatchObject({ status: 3, stderr: expect.stringContaining('no part named brwser') })
})
