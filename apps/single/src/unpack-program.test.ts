import { hash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { FaultFiles } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeUnpackFailure } from './describe-unpack-failure.ts'
import type { ProgramManifest } from './program-manifest.ts'
import { noteRunning } from './running-programs.ts'
import { SharedFolderError, unpackProgram } from './unpack-program.ts'

const contents = {
  'parley.js': 'console.log(1)',
  'package.json': '{"type":"module"}',
  'empty.txt': '',
  'node_modules/@a/b/native.node': '\u007fELF native',
  'page/assets/start.js': 'start()',
}

function programOf(files: Readonly<Record<string, string>>): {
  manifest: ProgramManifest
  content: Uint8Array
} {
  const listed = Object.entries(files).map(([path, text]) => ({
    path,
    sizeBytes: Buffer.byteLength(text),
    sha256: hash('sha256', text),
  }))
  const sha256 = hash('sha256', JSON.stringify(listed))
  return { manifest: { sha256, files: listed }, content: Buffer.from(Object.values(files).join('')) }
}

const { manifest, content } = programOf(contents)

let home = ''
let base = ''
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-single-')))
  base = join(home, 'cache', 'programs')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const unpack = (files = nodeFiles, program = manifest, bytes = content) =>
  unpackProgram(files, base, program, () => bytes)

/** Everything below a folder with its content; a folder ends with a slash. */
function treeOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    entries
      .filter(entry => !entry.isDirectory())
      .map(entry => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(folder.length + 1), entry.isFile() ? readFileSync(path, 'utf8') : 'link']
      }),
  )
}

test('a program is unpacked once, for its user alone', async () => {
  const umask = process.umask(0)
  try {
    const folder = await unpack()
    expect(folder).toBe(join(base, manifest.sha256))
    expect(treeOf(folder)).toEqual(contents)
    const open = ['.', ...readdirSync(base, { recursive: true, encoding: 'utf8' })].filter(
      path => (statSync(join(base, path)).mode & 0o077) !== 0,
    )
    expect(open).toEqual([])
    const before = statSync(join(folder, 'parley.js'))
    const again = await unpackProgram(nodeFiles, base, manifest, () => {
      throw new Error('The content is read only if it is needed.')
    })
    expect(again).toBe(folder)
    expect(statSync(join(folder, 'parley.js')).ino).toBe(before.ino)
    expect(readdirSync(base)).toEqual([manifest.sha256])
  } finally {
    process.umask(umask)
  }
})

/** What may be in the place of the program, whoever put it there. */
const planted: Readonly<Record<string, (folder: string) => void>> = {
  'a binary of the same name and size': folder => {
    writeFileSync(join(folder, 'node_modules/@a/b/native.node'), '\u007fELF planted'.slice(0, 11))
  },
  'a longer script': folder => writeFileSync(join(folder, 'parley.js'), 'console.log(1);evil()'),
  'a shorter script': folder => writeFileSync(join(folder, 'parley.js'), 'evil()'),
  'a module that resolves before another': folder => {
    mkdirSync(join(folder, 'page/node_modules/zod'), { recursive: true })
    writeFileSync(join(folder, 'page/node_modules/zod/index.js'), 'evil()')
  },
  'a file more': folder => writeFileSync(join(folder, 'extra.js'), 'evil()'),
  'a file less': folder => unlinkSync(join(folder, 'page/assets/start.js')),
  'an empty folder more': folder => mkdirSync(join(folder, 'page/node_modules')),
  'a link to the same content': folder => {
    renameSync(join(folder, 'parley.js'), join(home, 'elsewhere.js'))
    symlinkSync(join(home, 'elsewhere.js'), join(folder, 'parley.js'))
  },
  'a link to a folder with the same content': folder => {
    renameSync(join(folder, 'page'), join(home, 'page'))
    symlinkSync(join(home, 'page'), join(folder, 'page'))
  },
  'a link to another place': folder => {
    renameSync(folder, join(home, 'moved'))
    symlinkSync(join(home, 'moved'), folder)
  },
  'a file in place of the folder': folder => {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'evil')
  },
  'a folder in place of a file': folder => {
    unlinkSync(join(folder, 'parley.js'))
    mkdirSync(join(folder, 'parley.js'))
  },
  'a folder that others may write to': folder => chmodSync(join(folder, 'page'), 0o777),
  'an empty folder': folder => {
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
  },
}

test.each(Object.keys(planted))('%s is removed and never run (DT1)', async name => {
  const folder = await unpack()
  planted[name]?.(folder)
  expect(await unpack()).toBe(folder)
  expect(treeOf(folder)).toEqual(contents)
  expect(readdirSync(base)).toEqual([manifest.sha256])
})

test('of twenty starts at once each gets the whole program, also if a damaged one was there (DT1)', async () => {
  for (const isDamaged of [false, true]) {
    if (isDamaged) writeFileSync(join(base, manifest.sha256, 'parley.js'), 'evil()')
    const folders = await Promise.all(Array.from({ length: 20 }, () => unpack()))
    expect(new Set(folders).size).toBe(1)
    expect(treeOf(folders[0] ?? '')).toEqual(contents)
    expect(readdirSync(base)).toEqual([manifest.sha256])
  }
})

describe('a system that refuses', () => {
  test.each(['ENOSPC', 'EROFS', 'EACCES', 'EDQUOT', 'EIO'])('%s at any operation', async code => {
    const counting = new FaultFiles(nodeFiles)
    await unpack(counting)
    const operations = counting.log.length
    expect(operations).toBeGreaterThan(20)
    let failures = 0
    for (let index = 0; index < operations; index += 1) {
      rmSync(base, { recursive: true, force: true })
      const files = new FaultFiles(nodeFiles)
      files.failAt(index, code)
      const outcome = await unpack(files).catch((error: unknown) => error)
      if (outcome instanceof Error) {
        failures += 1
        expect(describeUnpackFailure(outcome, base, 'XDG_CACHE_HOME')).toMatch(
          new RegExp(`^Parley could not unpack its files into .*: .* \\(${code}\\)\\. [A-Z].*\\.$`),
        )
      }
      // What is there is whole, whether or not this start could use it.
      const names = existsSync(base) ? readdirSync(base).filter(name => !name.endsWith('.lock')) : []
      expect(names.filter(name => name !== manifest.sha256)).toEqual([])
      if (names.length > 0) expect(treeOf(join(base, manifest.sha256))).toEqual(contents)
      expect(await unpack()).toBe(join(base, manifest.sha256))
    }
    expect(failures).toBeGreaterThan(operations / 2)
  })

  test('the sentence names what to do', () => {
    const failure = (code: string) => Object.assign(new Error(code), { code })
    expect(describeUnpackFailure(failure('EROFS'), '/cache', 'XDG_CACHE_HOME')).toBe(
      'Parley could not unpack its files into /cache: the disk is read-only (EROFS). Set XDG_CACHE_HOME to a folder of your own that you can write to, and start Parley again.',
    )
    expect(describeUnpackFailure(failure('ENOSPC'), '/cache', 'XDG_CACHE_HOME')).toBe(
      'Parley could not unpack its files into /cache: the disk is full (ENOSPC). Free some space on the disk and try again.',
    )
    expect(describeUnpackFailure(new SharedFolderError('/cache'), '/cache', 'PARLEY_HOME')).toBe(
      'Parley runs no code from /cache, because the folder belongs to another user. Set PARLEY_HOME to a folder of your own that you can write to, and start Parley again.',
    )
    expect(() => describeUnpackFailure(new TypeError('a bug'), '/cache', 'PARLEY_HOME')).toThrow('a bug')
  })
})

test('a start that is killed at any moment leaves a cache that the next one can use', async () => {
  const counting = new FaultFiles(nodeFiles)
  await unpack(counting)
  const operations = counting.log.length
  for (let index = 0; index < operations; index += 1) {
    rmSync(base, { recursive: true, force: true })
    const files = new FaultFiles(nodeFiles)
    files.stopAt(index)
    await unpack(files).catch(() => {})
    expect(treeOf(await unpack())).toEqual(contents)
  }
})

test(
  'a folder of another user is not used (DT1)',
  needs(process.getuid?.() === 0, 'the rights of root'),
  async () => {
    mkdirSync(base, { recursive: true, mode: 0o700 })
    const { chownSync } = await import('node:fs')
    chownSync(base, 12_345, 12_345)
    await expect(unpack()).rejects.toThrow(SharedFolderError)
    expect(readdirSync(base)).toEqual([])
  },
)

describe('other versions', () => {
  const older = programOf({ ...contents, 'parley.js': 'console.log(0)' })

  test('are removed if they do not run', async () => {
    await unpack(nodeFiles, older.manifest, older.content)
    // The process with this ID cannot exist: it is above the largest one of Linux.
    writeFileSync(join(base, `${older.manifest.sha256}.4194305.running`), '')
    await unpack()
    expect(noteRunning(base, manifest.sha256)).toBe(true)
    expect(readdirSync(base).sort()).toEqual([
      manifest.sha256,
      expect.stringMatching(new RegExp(`^${manifest.sha256}\\.${process.pid}-[0-9a-f-]{36}\\.running$`)),
    ])
  })

  test('are kept while they run', async () => {
    const folder = await unpack(nodeFiles, older.manifest, older.content)
    expect(noteRunning(base, older.manifest.sha256)).toBe(true)
    await unpack()
    expect(treeOf(folder)).toEqual({ ...contents, 'parley.js': 'console.log(0)' })
  })

  test('nothing is noted where nothing can be written', () => {
    expect(noteRunning(join(home, 'missing'), manifest.sha256)).toBe(false)
  })
})
