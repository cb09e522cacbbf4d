import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FaultFiles, StoppedError } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errorCodeOf } from './file-system.ts'
import { nodeFiles } from './node-files.ts'
import { privateFileMode, writeFileAtomically } from './write-file-atomically.ts'

let folder = ''
let path = ''
const content = () => readFileSync(path, 'utf8')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whole-'))
  path = join(folder, 'request.yml')
  writeFileSync(path, 'old')
})

afterEach(() => rmSync(folder, { recursive: true }))

async function operationsOfOneWrite(): Promise<number> {
  const files = new FaultFiles(nodeFiles)
  await writeFileAtomically(files, path, 'counted')
  writeFileSync(path, 'old')
  return files.log.length
}

test('the new content replaces the old one, with its permissions, and leaves no other files', async () => {
  chmodSync(path, 0o664)
  expect(await writeFileAtomically(nodeFiles, path, 'new')).toBe(true)
  expect(content()).toBe('new')
  expect(statSync(path).mode & 0o777).toBe(0o664)
  expect(readdirSync(folder)).toEqual(['request.yml'])
  await writeFileAtomically(nodeFiles, path, 'private', { mode: privateFileMode })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('content is synced before the rename, and the folder afterwards', async () => {
  const files = new FaultFiles(nodeFiles)
  await writeFileAtomically(files, path, 'new')
  const order = files.log.map(one => one.operation).filter(one => /write|sync|rename/.test(one))
  expect(order).toEqual(['write', 'sync', 'rename', 'syncFolder'])
})

test('writes to one file run one after another, and the last one wins', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`)
  await Promise.all(texts.map(text => writeFileAtomically(nodeFiles, path, text)))
  expect(content()).toBe('text 49')
  expect(readdirSync(folder)).toEqual(['request.yml'])
})

test('a caller that checks once more may keep the file', async () => {
  expect(await writeFileAtomically(nodeFiles, path, 'new', { mayReplace: async () => false })).toBe(false)
  expect(content()).toBe('old')
  expect(readdirSync(folder)).toEqual(['request.yml'])
})

describe('faults', () => {
  test.each(['EIO', 'ENOSPC', 'EACCES', 'EROFS'])(
    '%s at any operation leaves the complete old or new file',
    async code => {
      const count = await operationsOfOneWrite()
      for (let index = 0; index < count; index += 1) {
        writeFileSync(path, 'old')
        const files = new FaultFiles(nodeFiles)
        files.failAt(index, code)
        const failure = await writeFileAtomically(files, path, 'new').then(() => 'none', errorCodeOf)
        expect(failure).toBe(code)
        expect(['old', 'new']).toContain(content())
        expect(readdirSync(folder)).toEqual(['request.yml'])
      }
    },
  )

  test('a process killed at any operation leaves the complete old or new file', async () => {
    const count = await operationsOfOneWrite()
    for (let index = 0; index < count; index += 1) {
      writeFileSync(path, 'old')
      const files = new FaultFiles(nodeFiles)
      files.stopAt(index)
      await expect(writeFileAtomically(files, path, 'new')).rejects.toThrow(StoppedError)
      expect(['old', 'new']).toContain(content())
    }
  })

  test('a power failure at any moment leaves the complete old or new file', async () => {
    const count = await operationsOfOneWrite()
    const random = seededRandom(7)
    for (let round = 0; round < 30; round += 1) {
      for (let index = 0; index <= count; index += 1) {
        writeFileSync(path, 'old')
        const files = new FaultFiles(nodeFiles)
        await files.followPower(folder)
        files.stopAt(index)
        await writeFileAtomically(files, path, 'new content').catch(() => {})
        await files.cutPower(random)
        expect(index === count ? ['new content'] : ['old', 'new content']).toContain(content())
        for (const name of readdirSync(folder)) if (name !== 'request.yml') rmSync(join(folder, name))
      }
    }
  })

  test('a power failure shows what a write without sync would lose', async () => {
    const seen = new Set<string>()
    const random = seededRandom(7)
    for (let round = 0; round < 50; round += 1) {
      writeFileSync(path, 'old')
      const files = new FaultFiles(nodeFiles)
      await files.followPower(folder)
      const file = await files.open(join(folder, 'new'), 'createNew')
      await file.write(new TextEncoder().encode('new content'))
      await file.close()
      await files.rename(join(folder, 'new'), path)
      await files.cutPower(random)
      seen.add(content())
      rmSync(join(folder, 'new'), { force: true })
    }
    expect([...seen].filter(text => text !== 'old' && text !== 'new content').length).toBeGreaterThan(0)
  })

  test('a briefly held file is retried; a lasting refusal is reported', async () => {
    const files = new FaultFiles(nodeFiles)
    files.failNext('rename', 'EPERM', 3)
    await writeFileAtomically(files, path, 'new')
    expect(content()).toBe('new')
    files.failNext('rename', 'EBUSY', 100)
    expect(await writeFileAtomically(files, path, 'newer').catch(errorCodeOf)).toBe('EBUSY')
    expect(content()).toBe('new')
  })
})

function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
