import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SchemaStore } from './schema-store.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder, 'parley-schemas-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const keyOf = (at: number) => String(at).padStart(64, '0')
const contentOf = (text: string) => new TextEncoder().encode(text)
const put = (store: SchemaStore, at: number, text: string, fetchedAt: number) =>
  store.write(keyOf(at), { format: 'introspection', fetchedAt, content: contentOf(text) })
const textOf = async (store: SchemaStore, at: number) => {
  const content = await store.read(keyOf(at))
  return content && new TextDecoder().decode(content)
}

test('a schema is found again after a restart, and a newer one replaces it', async () => {
  const store = new SchemaStore(folder)
  expect(await store.find(keyOf(1))).toBeNull()
  expect(await store.read(keyOf(1))).toBeNull()
  await put(store, 1, 'old', 1_000)
  await store.write(keyOf(1), {
    format: 'sdl',
    fetchedAt: 2_000,
    content: contentOf('type Query { a: Int }'),
  })
  const again = new SchemaStore(folder)
  expect(await again.find(keyOf(1))).toMatchObject({ format: 'sdl', fetchedAt: 2_000, sizeBytes: 21 })
  expect(await textOf(again, 1)).toBe('type Query { a: Int }')
  const names = readdirSync(join(folder, 'schemas'))
  expect(names).toHaveLength(1)
  if (process.platform !== 'win32')
    expect(statSync(join(folder, 'schemas', names[0] ?? '')).mode & 0o077).toBe(0)
})

test('the oldest schemas are removed when there are too many or they are too large', async () => {
  const store = new SchemaStore(folder, undefined, { schemas: 3, bytes: 100 })
  for (const at of [1, 2, 3, 4]) await put(store, at, `schema ${at}`, at)
  expect(await textOf(store, 1)).toBeNull()
  expect(await textOf(store, 2)).toBe('schema 2')
  await put(store, 5, 'x'.repeat(90), 5)
  expect(
    await Promise.all([1, 2, 3, 4, 5].map(at => textOf(store, at).then(text => text?.length ?? 0))),
  ).toEqual([0, 0, 0, 8, 90])
  // The newest one is kept even if it alone is too large.
  await put(store, 6, 'x'.repeat(200), 6)
  expect(await textOf(store, 6)).toHaveLength(200)
  expect(await textOf(store, 5)).toBeNull()
})
