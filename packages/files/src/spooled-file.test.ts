import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FaultFiles } from '@parley/testkit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nodeFiles } from './node-files.ts'
import { SpooledFile } from './spooled-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-spool-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const piece = `${'ä'.repeat(50_000)}\n`

test('a text of many pieces is completely in its place, without other files', async () => {
  const path = join(folder, 'r.txt')
  writeFileSync(path, 'old')
  const spool = await SpooledFile.open(nodeFiles, folder)
  for (let count = 0; count < 7; count += 1) await spool.append(piece)
  expect(readFileSync(path, 'utf8')).toBe('old')
  await spool.finish(path, 'head\n', 'foot\n')
  expect(readFileSync(path, 'utf8')).toBe(`head\n${piece.repeat(7)}foot\n`)
  expect(readdirSync(folder)).toEqual(['r.txt'])
})

test('it can be passed on piece by piece, or discarded', async () => {
  const pieces: Uint8Array[] = []
  const poured = await SpooledFile.open(nodeFiles, folder)
  await poured.append('b')
  await poured.writeTo('a', 'c', async bytes => void pieces.push(bytes))
  expect(Buffer.concat(pieces).toString()).toBe('abc')
  const given = await SpooledFile.open(nodeFiles, folder)
  await given.append('x')
  await given.discard()
  expect(readdirSync(folder)).toEqual([])
})

test.each(['open', 'write', 'sync', 'rename'] as const)(
  'if %s fails the old file is kept, without other files',
  async operation => {
    const path = join(folder, 'r.txt')
    writeFileSync(path, 'old')
    const files = new FaultFiles(nodeFiles)
    const spool = await SpooledFile.open(files, folder)
    await spool.append('x')
    files.failNext(operation, 'ENOSPC')
    await expect(spool.finish(path, 'a', 'c')).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['r.txt'])
  },
)

test('a text that grows slowly is on the disk after ten seconds, so that its file counts as in use', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const spool = await SpooledFile.open(nodeFiles, folder)
  const [name = ''] = readdirSync(folder)
  const text = () => readFileSync(join(folder, name), 'utf8')
  await spool.append('a')
  expect(text()).toBe('')
  vi.advanceTimersByTime(10_000)
  await spool.append('b')
  expect(text()).toBe('ab')
  await spool.append('c')
  expect(text()).toBe('ab')
  await spool.discard()
  vi.useRealTimers()
})
