import { newHttpRequest } from '@parley/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryRequests } from '../../../model/golden/arbitrary-entities.ts'
import { readDocument, writeDocument } from '../documents/document.ts'
import { itemFormat } from '../documents/document-format.ts'
import { type ListedExample, listedExamples, mayHaveExamples, writtenExamples } from './listed-examples.ts'

/** Returns a text in UTF-8. */
export const bytesOf = (text: string) => new TextEncoder().encode(text)

/** What a list shows of examples. The digests of lines and of parsed content differ. */
export const shown = (examples: readonly ListedExample[] | null) =>
  examples?.map(({ digest: _, ...example }) => example) ?? null

/** The examples of a file that is parsed. */
export function parsed(bytes: Uint8Array) {
  const read = readDocument(bytes, itemFormat)
  return read.ok ? listedExamples(read.value.entity) : null
}

/** Returns the response of an example. */
export const response = (statusCode: number, data: string) =>
  ({ statusCode, reasonPhrase: '', headers: [], body: { type: 'text', data } }) as const

/** Tests the examples of this many random requests. */
export function testAnyExamples(runs: number): void {
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
        expect(shown(listed)).toEqual(shown(parsed(bytes)))
      }),
      // Few random requests are plain enough for the quick way; this one is.
      { numRuns: runs, examples: [[plain]] },
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
        expect(shown(parsed(bytes))).toEqual(shown(listedExamples(request)))
      }),
      { numRuns: runs },
    )
  })
}
