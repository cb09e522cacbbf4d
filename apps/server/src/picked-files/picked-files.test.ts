import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PickedFiles } from './picked-files.ts'

let folder: string
let files: PickedFiles

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-picked-'))
  files = new PickedFiles(folder)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

const refusal = { ok: false, failure: { kind: 'file', code: 'FILE_NOT_PICKED', step: 'prepare' } }

test('a picked file is readable only by its owner, and can be used only in its own window (FI2)', async () => {
  const umask = process.umask(0)
  try {
    const { filePath, sizeBytes } = await files.add('w1', 'cover.png', pieces('ab', '', 'c'))
    expect(filePath).toMatch(/^picked:[0-9a-f-]{36}\/cover\.png$/)
    expect(sizeBytes).toBe(3)
    const path = files.locate(filePath)
    expect(readFileSync(path, 'utf8')).toBe('abc')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    expect(await files.filesOf('w1').lengthBytes(filePath)).toEqual({ ok: true, value: 3 })
    expect(await files.filesOf('w2').lengthBytes(filePath)).toMatchObject(refusal)
  } finally {
    process.umask(umask)
  }
})

test.each([
  ['of the system', '/etc/passwd'],
  ['of Parley itself', import.meta.filename],
  ['that leads out of the picked files', 'picked:../../etc/passwd'],
  ['without an ID', 'picked:'],
  ['of nothing', 'gone'],
  ['that is empty', ''],
])('a path gives no access to a file: one %s', async (_, path) => {
  await files.add('w', 'a', pieces('x'))
  expect(await files.filesOf('w').lengthBytes(path)).toMatchObject(refusal)
  expect(files.locate(path)).toBe('')
})

test.each([
  ['../../evil', 'evil'],
  ['C:\\x\\y.txt', 'y.txt'],
  ['a\r\nX: 1\0.txt', 'aX: 1.txt'],
  ['{{baseUrl}}.txt', '{ {baseUrl}}.txt'],
  ['', 'file'],
  ['a/', 'file'],
])('the name %j becomes %j, and neither reaches the file system', async (name, kept) => {
  const { filePath } = await files.add('w', name, pieces('x'))
  expect(filePath.slice(filePath.indexOf('/') + 1)).toBe(kept)
  const [own = ''] = readdirSync(folder)
  expect(readdirSync(join(folder, own))).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
})

test('files are released one by one, with their window, and all at once', async () => {
  const [first, second, other] = [
    await files.add('w1', 'a', pieces('1')),
    await files.add('w1', 'b', pieces('2')),
    await files.add('w2', 'c', pieces('3')),
  ]
  expect(await files.release('w2', first.filePath)).toBe(false)
  expect(await files.release('w1', first.filePath)).toBe(true)
  expect(await files.release('w1', first.filePath)).toBe(false)
  expect(await files.filesOf('w1').lengthBytes(first.filePath)).toMatchObject(refusal)
  await files.releaseWindow('w1')
  expect(files.locate(second.filePath)).toBe('')
  expect(readFileSync(files.locate(other.filePath), 'utf8')).toBe('3')
  files.clear()
  expect(readdirSync(folder)).toEqual([])
})

test('a file whose content breaks off is deleted', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a')
    throw new Error('gone')
  }
  await expect(files.add('w', 'a', broken())).rejects.toThrow('gone')
  const [own = ''] = readdirSync(folder)
  expect(readdirSync(join(folder, own))).toEqual([])
})
