import {
  chownSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '@parley/testkit/needs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { whileLocked } from './file-lock.ts'
import { nodeFiles } from './node-files.ts'
import { isLeftBehind, isMarkedRunning, markedProcess, processMark } from './process-mark.ts'
import { sweepFolder } from './sweep-temporary-files.ts'
import { temporaryFileName, temporaryFileOwner } from './temporary-file-name.ts'

/** Systems give no process a number as high. */
const ended = 99_999_999
const uuid = '6f0c1b7e-6f43-4a7e-9d0e-2f6c0a5a9b11'
const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000]

/** The mark of this process with some of its parts replaced. */
function mark({ processId = String(process.pid), place = '', start = '' }): string {
  const [, ownPlace = '', ownStart = '', random = ''] = processMark().split('-')
  return [processId, place || ownPlace, start || ownStart, random].join('-')
}

const isLinux = process.platform === 'linux'
const unknownStart = '0'.repeat(10)

/** Whose mark, how long ago its file was changed, and whether it is removed. */
const owners: Readonly<Record<string, readonly [() => string, number, boolean]>> = {
  'this process': [processMark, 30 * day, false],
  'another process that runs': [() => processMark(process.ppid), 30 * day, !isLinux],
  'a process that ended, just now': [() => mark({ processId: String(ended) }), 0, true],
  'a process whose number this one has now': [() => mark({ start: 'fffffffff0' }), 0, isLinux],
  'a process whose number another one has now': [
    () => mark({ processId: String(process.ppid), start: 'fffffffff0' }),
    0,
    isLinux,
  ],
  'a process that began at an unknown time, and its number is in use': [
    () => mark({ processId: String(process.ppid), start: unknownStart }),
    day,
    false,
  ],
  'the same, a week later': [
    () => mark({ processId: String(process.ppid), start: unknownStart }),
    7 * day,
    true,
  ],
  'a process elsewhere, minutes ago': [
    () => mark({ processId: String(ended), place: 'ffffffff' }),
    59 * minute,
    false,
  ],
  'a process elsewhere, an hour ago': [() => mark({ place: 'ffffffff' }), hour, true],
  'an earlier version that ended, seconds ago': [() => `${ended}-${uuid}`, minute - 1, false],
  'an earlier version that ended, a minute ago': [() => `${ended}-${uuid}`, minute, true],
  'an earlier version whose number is in use': [() => `${process.pid}-${uuid}`, day, false],
  'the same, a week later than its file': [() => `${process.pid}-${uuid}`, 7 * day, true],
  'an ended process, after the clock was set back': [() => mark({ processId: String(ended) }), -day, true],
}

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-sweep-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Changes when an entry, not what a link leads to, was last changed. */
function age(path: string, unchangedMs: number): void {
  const at = new Date(Date.now() - unchangedMs)
  lutimesSync(path, at, at)
}

describe.each(Object.entries(owners))('a temporary entry of %s', (_, [owner, unchangedMs, isRemoved]) => {
  test('is judged by its mark', () => {
    const [, processId = '', rest = ''] = /^(\d+)-(.{36})$/.exec(owner()) ?? []
    expect(isLeftBehind(markedProcess(processId, rest), unchangedMs)).toBe(isRemoved)
  })

  test('is removed as a file and as a folder only if its process has ended', async () => {
    const [file, inner] = [`.parley-${owner()}.tmp`, `.parley-${owner().slice(0, -2)}00.tmp`]
    writeFileSync(join(folder, file), 'half')
    mkdirSync(join(folder, inner, 'below'), { recursive: true })
    writeFileSync(join(folder, inner, 'below', 'request.yml'), '')
    for (const name of [file, inner]) age(join(folder, name), unchangedMs + (isRemoved ? 1000 : -1000))
    await sweepFolder(nodeFiles, folder)
    expect(readdirSync(folder).toSorted()).toEqual(isRemoved ? [] : [file, inner].toSorted())
  })

  test('is never removed through a link', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'parley-outside-'))
    writeFileSync(join(outside, 'kept'), '')
    const name = `.parley-${owner()}.tmp`
    symlinkSync(outside, join(folder, name))
    age(join(folder, name), 30 * day)
    await sweepFolder(nodeFiles, folder)
    expect([readdirSync(folder), readdirSync(outside)]).toEqual([[name], ['kept']])
    rmSync(outside, { recursive: true })
  })
})

const lock = '.parley-e4005df4aec32fda.lock'

test.each<readonly [whose: string, owner: string, unchangedMs: number, isRemoved: boolean]>([
  ['a process that was killed just now', `${ended} ${hostname()} ${uuid}`, 0, true],
  ['this process, which holds none of its number', `${process.pid} ${hostname()} ${uuid}`, 0, true],
  ['another process that runs', `${process.ppid} ${hostname()} ${uuid}`, 59_000, false],
  ['another machine', `${ended} elsewhere ${uuid}`, 59_000, false],
  ['another machine, a minute ago', `${ended} elsewhere ${uuid}`, 61_000, true],
  ['nobody yet', '', 59_000, false],
  ['nobody, a minute ago', '', 61_000, true],
  [
    'a process that ended, which is no lock by its size',
    `${ended} ${hostname()} ${'x'.repeat(1_000)}`,
    0,
    false,
  ],
])('a lock of %s is judged by its owner and its age (ST1)', async (_, owner, unchangedMs, isRemoved) => {
  writeFileSync(join(folder, lock), owner)
  age(join(folder, lock), unchangedMs)
  await sweepFolder(nodeFiles, folder)
  expect(readdirSync(folder)).toEqual(isRemoved ? [] : [lock])
})

test('a lock that this process holds is not removed', async () => {
  await whileLocked(nodeFiles, join(folder, 'a.yml'), async () => {
    await sweepFolder(nodeFiles, folder)
    expect(readdirSync(folder)).toHaveLength(1)
  })
})

test.each([
  '.parley-notes.tmp',
  '.parley-1.tmp',
  `.parley-${ended}-${uuid}`,
  `.parley-${ended}-${uuid}.tmp.bak`,
  `parley-${ended}-${uuid}.tmp`,
  `x.parley-${ended}-${uuid}.tmp`,
  `.parley-${ended}-${uuid.toUpperCase()}.tmp`,
  `.parley--${ended}-${uuid}.tmp`,
  `.parley-${ended}-${uuid}\n.tmp`,
  `.PARLEY-${ended}-${uuid}.tmp`,
])('a file of the user named %j is not touched', async name => {
  expect(temporaryFileOwner(name)).toBeNull()
  writeFileSync(join(folder, name), '')
  utimesSync(join(folder, name), 0, 0)
  await sweepFolder(nodeFiles, folder)
  expect(readdirSync(folder)).toEqual([name])
})

test(
  'an entry of another user is not touched',
  needs(process.getuid?.() === 0, 'the rights of root'),
  async () => {
    const name = `.parley-${ended}-${uuid}.tmp`
    mkdirSync(join(folder, name))
    age(join(folder, name), day)
    chownSync(join(folder, name), 12_345, 12_345)
    await sweepFolder(nodeFiles, folder)
    expect(readdirSync(folder)).toEqual([name])
  },
)

test('a folder that is missing or cannot be listed is left alone', async () => {
  await sweepFolder(nodeFiles, join(folder, 'missing'))
  writeFileSync(join(folder, 'file'), '')
  await sweepFolder(nodeFiles, join(folder, 'file'))
  expect(readdirSync(folder)).toEqual(['file'])
})

test('names of this process are recognised, and never equal', () => {
  const names = new Set(Array.from({ length: 100 }, temporaryFileName))
  expect(names.size).toBe(100)
  for (const name of names) {
    const owner = temporaryFileOwner(name)
    expect(owner?.processId).toBe(process.pid)
    expect(owner !== null && isMarkedRunning(owner)).toBe(true)
  }
})
