import { newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { itemKind } from '../secrets/stored-format.ts'
import { maximumDocumentBytes } from './damage.ts'
import { readDocument, writeDocument } from './document.ts'
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
  expect(countDocumentThreads()).toBe(1)
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
  expect(countDocumentThreads()).toBe(1)
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
