import { newHttpRequest, type RequestExample } from '@parley/model'
import { expect, test } from 'vitest'
import { readDocument, writeDocument } from '../documents/document.ts'
import { itemFormat } from '../documents/document-format.ts'
import { bytesOf, parsed, response, shown, testAnyExamples } from './listed-examples.testkit.ts'
import { scannedExamples, writtenExamples } from './listed-examples.ts'

function written(examples: readonly RequestExample[]): Uint8Array {
  const text = writeDocument({ ...newHttpRequest(), name: 'List', examples }, itemFormat, null)
  if (!text.ok) throw new Error(text.failure.sentence)
  return bytesOf(text.value)
}

testAnyExamples(30)

test('a body that looks like examples or a status is no example', () => {
  const bytes = written([
    { name: 'Twenty books', response: response(200, 'examples:\n  - name: no\n      status: 500\n') },
    { name: 'No token', response: response(401, '\nexamples:\n') },
    { name: 'Without response' },
  ])
  const expected = [
    { name: 'Twenty books', statusCode: 200 },
    { name: 'No token', statusCode: 401 },
    { name: 'Without response', statusCode: 0 },
  ]
  expect(shown(writtenExamples(bytes))).toEqual(expected)
  expect(shown(parsed(bytes))).toEqual(expected)
})

test.each([
  ['lines', (bytes: Uint8Array) => writtenExamples(bytes)],
  ['parsed content', (bytes: Uint8Array) => parsed(bytes)],
])('the digest of an example is that of its content, wherever it is and whatever its name: %s', (_, list) => {
  const [one, other] = [response(200, 'one'), response(200, 'other')]
  const digestsOf = (...examples: readonly RequestExample[]) =>
    list(written(examples))?.map(({ digest }) => digest)
  const [first = '', second = ''] =
    digestsOf({ name: 'A', response: one }, { name: 'A', response: other }) ?? []
  expect(first).not.toBe(second)
  expect(digestsOf({ name: 'B', response: other }, { name: 'A', response: one })).toEqual([second, first])
})

test('a file that is read has the same digests as in the list', () => {
  for (const name of ['Twenty books', '20']) {
    const bytes = written([{ name, response: response(200, 'text') }])
    const read = readDocument(bytes, itemFormat)
    const listed = writtenExamples(bytes) ?? parsed(bytes)
    expect(read.ok && scannedExamples(bytes, read.value.entity)).toEqual(listed)
  }
})

test.each([
  ['a name that YAML reads differently', 'info:\n  name: a\nexamples:\n  - name: null\n'],
  ['another indentation', 'info:\n  name: a\nexamples:\n- name: a\n'],
  ['a list in one line', 'info:\n  name: a\nexamples: [{ name: a }]\n'],
  ['a key before the name', 'info:\n  name: a\nexamples:\n  - response:\n      status: 2\n    name: a\n'],
  ['no example', 'info:\n  name: a\nexamples:\n'],
])('%s is left to the parser', (_, text) => {
  expect(writtenExamples(bytesOf(text))).toBeNull()
})
