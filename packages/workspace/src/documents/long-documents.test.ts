import { newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import * as kinds from '../secrets/stored-format.ts'
import { itemKind } from '../secrets/stored-format.ts'
import { maximumDocumentBytes } from './damage.ts'
import { readDocument, writeDocument } from './document.ts'
import * as formats from './document-format.ts'
import { nameOfFormat } from './document-job.ts'
import { countDocumentThreads, longestHere, readAnyDocument, writeAnyDocument } from './long-documents.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The text of a request whose file is as long as that. */
function requestOf(length: number): string {
  const begin = 'info:\n  name: A\n  type: http\nhttp:\n  method: GET\n  url: https://a.example/\n'
  return `${begin}# ${'a'.repeat(length - begin.length - 3)}\n`
}

test('a document of 64 KB is read and written here', async () => {
  const before = countDocumentThreads()
  const text = requestOf(longestHere)
  expect(bytesOf(text).byteLength).toBe(longestHere)
  const read = await readAnyDocument(bytesOf(text), itemKind.format)
  if (!read.ok) throw new Error(read.failure.sentence)
  expect(await writeAnyDocument(read.value.entity, itemKind.format, text)).toEqual({ ok: true, value: text })
  expect(countDocumentThreads()).toBe(before)
})

test('a longer one is read and written in a thread, with the same outcome (ST13)', async () => {
  const text = requestOf(longestHere + 1)
  const read = await readAnyDocument(bytesOf(text), itemKind.format)
  // Other tests may have used it.
  const threads = countDocumentThreads()
  expect(threads).toBeGreaterThan(0)
  expect(read).toEqual(readDocument(bytesOf(text), itemKind.format))
  if (!read.ok) throw new Error(read.failure.sentence)
  const { entity } = read.value
  expect(await writeAnyDocument(entity, itemKind.format, text)).toEqual({ ok: true, value: text })
  const long = {
    entity: { ...newHttpRequest(), name: 'B', description: 'b'.repeat(longestHere) },
    secretFields: [],
  }
  const written = await writeAnyDocument(long, itemKind.format, null)
  expect(written).toEqual(writeDocument(long, itemKind.format, null))
  // The thread is kept for the next document.
  expect(countDocumentThreads()).toBe(threads)
})

test('each format has a name in the thread, so that none is read here whatever its length', () => {
  const found = [...Object.values(formats), ...Object.values(kinds)].flatMap<object>(one =>
    typeof one !== 'object' ? [] : 'format' in one ? [one.format] : 'read' in one ? [one] : [],
  )
  expect(found.length).toBeGreaterThan(10)
  expect(found.map(nameOfFormat)).not.toContain(null)
})

test('a document above 1 MB has a thread of its own, so that the others do not wait for it', async () => {
  const readOf = (length: number) => readAnyDocument(bytesOf(requestOf(length)), itemKind.format)
  await readOf(longestHere + 1)
  const before = countDocumentThreads()
  await Promise.all([readOf(1_000_001), readOf(1_000_000)])
  expect(countDocumentThreads()).toBe(before + 1)
  // It has ended, as it may have taken a lot of memory.
  await readOf(1_000_001)
  expect(countDocumentThreads()).toBe(before + 2)
})

test('what the thread refuses is damage', async () => {
  const texts = [
    '\0'.repeat(longestHere + 1),
    '['.repeat(longestHere + 1),
    ' '.repeat(maximumDocumentBytes + 1),
  ]
  const read = await Promise.all(texts.map(text => readAnyDocument(bytesOf(text), itemKind.format)))
  expect(read.map(one => (one.ok ? '' : one.failure.code))).toEqual(['NUL_BYTES', 'NOT_YAML', 'TOO_LARGE'])
})
