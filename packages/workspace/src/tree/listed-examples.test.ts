import { newHttpRequest, type RequestExample } from '@parley/model'
import { sampleCount } from '@parley/testkit/sample-of'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryRequests } from '../../../model/golden/arbitrary-entities.ts'
import { readDocument, writeDocument } from '../documents/document.ts'
import { itemFormat } from '../documents/document-format.ts'
import { listedExamples, mayHaveExamples, writtenExamples } from './listed-examples.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function written(examples: readonly RequestExample[]): Uint8Array {
  const text = writeDocument({ ...newHttpRequest(), name: 'List', examples }, itemFormat, null)
  if (!text.ok) throw new Error(text.failure.sentence)
  return bytesOf(text.value)
}

/** The examples of a file that is parsed. */
function parsed(bytes: Uint8Array) {
  const read = readDocument(bytes, itemFormat)
  return read.ok ? listedExamples(read.value.entity) : null
}

test('the lines of a file say the same as its parsed content', () => {
  const plain = {
    ...newHttpRequest(),
    name: 'List',
    examples: [{ name: 'Twenty books', response: response(200, 'text') }],
  }
  let quick = 0
  fc.assert(
    fc.property(arbitraryRequests.http, request => {
      const text = writeDocument(request, itemFormat, null)
      if (!text.ok) throw new Error(text.failure.sentence)
      const bytes = bytesOf(text.value)
      if (listedExamples(request).length > 0) expect(mayHaveExamples(bytes)).toBe(true)
      const listed = writtenExamples(bytes)
      if (listed === null) return
      quick += 1
      expect(listed).toEqual(parsed(bytes))
    }),
    // Few random requests are plain enough for the quick way; this one is.
    { numRuns: sampleCount(300), examples: [[plain]] },
  )
  expect(quick).toBeGreaterThan(0)
})

test('a GraphQL request, whose examples are in its extension, is read completely', () => {
  fc.assert(
    fc.property(arbitraryRequests.graphql, request => {
      const text = writeDocument(request, itemFormat, null)
      if (!text.ok) throw new Error(text.failure.sentence)
      const bytes = bytesOf(text.value)
      if (listedExamples(request).length > 0) expect(mayHaveExamples(bytes)).toBe(true)
      expect(parsed(bytes)).toEqual(listedExamples(request))
    }),
    { numRuns: sampleCount(300) },
  )
})

const response = (statusCode: number, data: string) =>
  ({ statusCode, reasonPhrase: '', headers: [], body: { type: 'text', data } }) as const

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
  expect(writtenExamples(bytes)).toEqual(expected)
  expect(parsed(bytes)).toEqual(expected)
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
