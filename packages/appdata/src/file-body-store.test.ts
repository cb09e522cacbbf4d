import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FileBodyStore, openFileBodyStore } from './file-body-store.ts'

let parent = ''
let store: FileBodyStore

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'bodies-test-'))
  store = await openFileBodyStore(parent)
})

afterEach(async () => {
  store.clear()
  await rm(parent, { recursive: true, force: true })
})

const text = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString())
const bytesOf = (value: string) => new TextEncoder().encode(value)

async function storeBody(value: string): Promise<string> {
  const writer = await store.create()
  await writer.write(bytesOf(value))
  await writer.close()
  return writer.handle
}

describe('a body', () => {
  test('is read by range, in bounds of any kind', async () => {
    const handle = await storeBody('0123456789')
    expect(store.sizeBytes(handle)).toBe(10)
    expect(text(await store.read(handle, 0, 10))).toBe('0123456789')
    expect(text(await store.read(handle, 3, 4))).toBe('3456')
    expect(text(await store.read(handle, 8, 100))).toBe('89')
    expect(text(await store.read(handle, 10, 5))).toBe('')
    expect(text(await store.read(handle, 1000, 5))).toBe('')
    expect(text(await store.read(handle, 0, 0))).toBe('')
    expect(text(await store.read(handle, -3, 2))).toBe('01')
    expect(text(await store.read(handle, 0, -1))).toBe('')
    expect(text(await store.read(handle, 4, Number.MAX_SAFE_INTEGER))).toBe('456789')
  })

  test('is readable while it grows', async () => {
    const writer = await store.create()
    expect(store.sizeBytes(writer.handle)).toBe(0)
    expect(text(await store.read(writer.handle, 0, 10))).toBe('')
    await writer.write(bytesOf('abc'))
    expect(store.sizeBytes(writer.handle)).toBe(3)
    expect(text(await store.read(writer.handle, 1, 10))).toBe('bc')
    await writer.write(bytesOf('def'))
    expect(text(await store.read(writer.handle, 2, 3))).toBe('cde')
    await writer.close()
    expect(text(await store.read(writer.handle, 0, 10))).toBe('abcdef')
  })

  test('is streamed whole', async () => {
    const stream = store.stream(await storeBody('x'.repeat(300_000)))
    expect(stream && (await buffer(stream)).byteLength).toBe(300_000)
  })

  test('keeps to itself beside others', async () => {
    const [first, second] = await Promise.all([storeBody('first'), storeBody('second')])
    expect(first).not.toBe(second)
    expect(text(await store.read(first, 0, 10))).toBe('first')
    expect(text(await store.read(second, 0, 10))).toBe('second')
  })
})

describe('release', () => {
  test('deletes one body alone, and twice is once', async () => {
    const [kept, released] = [await storeBody('kept'), await storeBody('gone')]
    await store.release(released)
    await store.release(released)
    expect(store.sizeBytes(released)).toBeNull()
    expect(await store.read(released, 0, 1)).toBeNull()
    expect(store.stream(released)).toBeNull()
    expect(text(await store.read(kept, 0, 10))).toBe('kept')
    expect(await filesBelow(parent)).toHaveLength(1)
  })

  test('of a body that still grows lets its writer end in peace', async () => {
    const writer = await store.create()
    await writer.write(bytesOf('abc'))
    await store.release(writer.handle)
    await writer.write(bytesOf('def'))
    await writer.close()
    expect(store.sizeBytes(writer.handle)).toBeNull()
    expect(await filesBelow(parent)).toEqual([])
  })

  test('while a body is read gives the bytes or null', async () => {
    for (let round = 0; round < 20; round += 1) {
      const handle = await storeBody('abc')
      const [read] = await Promise.all([store.read(handle, 0, 3), store.release(handle)])
      expect([null, 'abc']).toContain(text(read))
    }
  })
})

test.each(['', 'unknown', '../secret', '/etc/passwd'])(
  'the unknown handle %j leads nowhere',
  async handle => {
    expect(store.sizeBytes(handle)).toBeNull()
    expect(await store.read(handle, 0, 10)).toBeNull()
    expect(store.stream(handle)).toBeNull()
    await store.release(handle)
  },
)

test('clear deletes all bodies and their folder', async () => {
  const handle = await storeBody('abc')
  store.clear()
  expect(store.sizeBytes(handle)).toBeNull()
  expect(await readdir(parent)).toEqual([])
  store.clear()
})

test('clear leaves another store in the same place alone', async () => {
  const other = await openFileBodyStore(parent)
  const writer = await other.create()
  await writer.write(bytesOf('other'))
  await writer.close()
  store.clear()
  expect(text(await other.read(writer.handle, 0, 10))).toBe('other')
  other.clear()
})

test('folder and files are their owner’s alone, whatever the umask', async () => {
  const umask = process.umask(0)
  try {
    const open = await openFileBodyStore(join(parent, 'deep', 'down'))
    const writer = await open.create()
    await writer.close()
    const [folder = ''] = await readdir(join(parent, 'deep', 'down'))
    const path = join(parent, 'deep', 'down', folder)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
    expect((await stat(join(path, writer.handle))).mode & 0o777).toBe(0o600)
    open.clear()
  } finally {
    process.umask(umask)
  }
})

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => entry.name)
}
