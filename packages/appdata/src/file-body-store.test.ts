import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { nodeFiles } from '@parley/files'
import { FaultFiles } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FileBodyStore, openFileBodyStore } from './file-body-store.ts'
import { maxKeptBodyBytes } from './stored-body.ts'

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

/** Too long to be kept in memory. */
const long = 'x'.repeat(maxKeptBodyBytes + 1)

test('a body that does not fit on the disk can be copied as far as it was received', async () => {
  const files = new FaultFiles(nodeFiles)
  const onFullDisk = await openFileBodyStore(parent, files)
  const writer = await onFullDisk.create()
  await writer.write(bytesOf('begun'))
  files.failNext('write', 'ENOSPC')
  await expect(writer.write(bytesOf(long))).rejects.toMatchObject({ code: 'ENOSPC' })
  await writer.close()
  expect(await onFullDisk.copyTo(writer.handle, join(parent, 'copy'))).toBe(true)
  expect(await readFile(join(parent, 'copy'), 'utf8')).toBe('begun')
})

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

  test('is in memory while it is small, and then completely in a file', async () => {
    const writer = await store.create()
    await writer.write(bytesOf('abc'))
    expect(text(await store.read(writer.handle, 1, 10))).toBe('bc')
    expect(await filesBelow(parent)).toEqual([])
    await writer.write(bytesOf(long))
    await writer.write(bytesOf('def'))
    expect(await filesBelow(parent)).toEqual([writer.handle])
    await writer.close()
    expect(store.sizeBytes(writer.handle)).toBe(long.length + 6)
    expect(text(await store.read(writer.handle, 0, long.length * 2))).toBe(`abc${long}def`)
  })

  test('is unchanged when its input buffer is reused', async () => {
    const writer = await store.create()
    const bytes = bytesOf('abc')
    await writer.write(bytes)
    bytes.fill(0)
    await writer.close()
    expect(text(await store.read(writer.handle, 0, 3))).toBe('abc')
  })

  test.each(['', 'short', long])('is streamed completely, for any length: %#', async value => {
    const stream = store.stream(await storeBody(value))
    expect(stream && (await buffer(stream)).equals(Buffer.from(value))).toBe(true)
  })

  test('does not mix with others', async () => {
    const [first, second] = await Promise.all([storeBody('first'), storeBody('second')])
    expect(first).not.toBe(second)
    expect(text(await store.read(first, 0, 10))).toBe('first')
    expect(text(await store.read(second, 0, 10))).toBe('second')
  })
})

describe('release', () => {
  test('deletes only one body, and may be repeated', async () => {
    const [kept, released] = [await storeBody(`kept${long}`), await storeBody(`gone${long}`)]
    await store.release(released)
    await store.release(released)
    expect(store.sizeBytes(released)).toBeNull()
    expect(await store.read(released, 0, 1)).toBeNull()
    expect(store.stream(released)).toBeNull()
    expect(text(await store.read(kept, 0, 4))).toBe('kept')
    expect(await filesBelow(parent)).toHaveLength(1)
  })

  test.each([
    ['small', 'abc', 'def'],
    ['large', long, 'def'],
    ['growing into a file', 'abc', long],
  ])('of a %s body that still grows lets its writer end in peace', async (_, first, second) => {
    const writer = await store.create()
    await writer.write(bytesOf(first))
    await store.release(writer.handle)
    await writer.write(bytesOf(second))
    await writer.close()
    expect(store.sizeBytes(writer.handle)).toBeNull()
    expect(await filesBelow(parent)).toEqual([])
  })

  test('while a body becomes a file leaves no file behind', async () => {
    const writer = await store.create()
    await writer.write(bytesOf('abc'))
    await Promise.all([writer.write(bytesOf(long)), store.release(writer.handle)])
    await writer.close()
    expect(await filesBelow(parent)).toEqual([])
  })

  test.each(['abc', `abc${long}`])('while a body is read gives its bytes or null: %#', async value => {
    for (let round = 0; round < 20; round += 1) {
      const handle = await storeBody(value)
      const [read] = await Promise.all([store.read(handle, 0, 3), store.release(handle)])
      expect([null, 'abc']).toContain(text(read))
    }
  })
})

test.each(['', 'unknown', '../secret', '/etc/passwd'])('the unknown handle %j has no body', async handle => {
  expect(store.sizeBytes(handle)).toBeNull()
  expect(await store.read(handle, 0, 10)).toBeNull()
  expect(store.stream(handle)).toBeNull()
  await store.release(handle)
})

test('many small bodies do not fill the memory', async () => {
  const value = 'x'.repeat(maxKeptBodyBytes)
  const handles: string[] = []
  for (let count = 0; count < 300; count += 1) handles.push(await storeBody(value))
  const files = await filesBelow(parent)
  expect(files).toEqual(expect.arrayContaining(handles.slice(256)))
  expect(files).toHaveLength(300 - 256)
  await store.release(handles[0] ?? '')
  const next = await storeBody(value)
  expect(await filesBelow(parent)).not.toContain(next)
})

test('clear deletes all bodies and their folder', async () => {
  const handle = await storeBody(long)
  store.clear()
  expect(store.sizeBytes(handle)).toBeNull()
  expect(await readdir(parent)).toEqual([])
  store.clear()
})

test('clear does not affect another store in the same place', async () => {
  const other = await openFileBodyStore(parent)
  const writer = await other.create()
  await writer.write(bytesOf('other'))
  await writer.close()
  store.clear()
  expect(text(await other.read(writer.handle, 0, 10))).toBe('other')
  other.clear()
})

test('folder and files are private to their owner, whatever the umask', async () => {
  const umask = process.umask(0)
  try {
    const open = await openFileBodyStore(join(parent, 'deep', 'down'))
    const writer = await open.create()
    await writer.write(bytesOf(long))
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

test('a change of a body is reported once, and none is awaited of a body that is closed', async () => {
  const writer = await store.create()
  const { handle } = writer
  let changes = 0
  const changed = store.changed(handle).then(() => {
    changes += 1
  })
  expect(changes).toBe(0)
  await writer.write(Buffer.from('a'))
  await changed
  expect(changes).toBe(1)
  const closed = store.changed(handle)
  await writer.close()
  await closed
  await store.changed(handle)
  await store.release(handle)
  await store.changed(handle)
  await store.changed('unknown')
})
