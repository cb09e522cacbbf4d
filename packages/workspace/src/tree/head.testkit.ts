import type { Item } from '@parley/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryFolder, arbitraryRequests } from '../../../model/golden/arbitrary-entities.ts'
import { readDocument, writeDocument } from '../documents/document.ts'
import { type DocumentFormat, folderFormat, itemFormat } from '../documents/document-format.ts'
import { type Head, headBytes, headOf, headOfItem } from './head.ts'

/** Returns what the first bytes of a file show; null where the file must be read completely. */
export function headIn(text: string): ReturnType<typeof headOf> {
  const bytes = new TextEncoder().encode(text)
  const info = {
    kind: 'file',
    sizeBytes: bytes.byteLength,
    modifiedMs: 0,
    mode: 0,
    ownerId: 0,
    identity: '1',
  } as const
  return headOf({ info, bytes: bytes.subarray(0, headBytes) })
}

/** Returns the head of a file that is read completely; null if it is damaged. */
export function wholeHeadIn(text: string): Head | null {
  const bytes = new TextEncoder().encode(text)
  const format: DocumentFormat<Item> = /^ +type: folder/m.test(text) ? folderFormat : itemFormat
  const read = readDocument(bytes, format)
  if (!read.ok) return null
  const { examples: _examples, ...head } = headOfItem(read.value.entity)
  return head
}

/** Tests the heads of this many random requests and folders. */
export function testAnyHead(runs: number): void {
  const requests = fc.oneof(...Object.values(arbitraryRequests))

  test.each([
    ['requests', requests, itemFormat],
    ['folders', arbitraryFolder, folderFormat],
  ] as const)('%s', (_, entities, format) => {
    let quick = 0
    fc.assert(
      fc.property(entities as fc.Arbitrary<Item>, entity => {
        const text = writeDocument(entity, format as DocumentFormat<Item>, null)
        if (!text.ok) throw new Error(text.failure.sentence)
        const head = headIn(text.value)
        if (head === null) return
        quick += 1
        // The URL is only what its line has.
        expect({ ...head, url: '' }).toEqual({ ...wholeHeadIn(text.value), url: '' })
      }),
      { numRuns: runs },
    )
    expect(quick).toBeGreaterThan(0)
  })
}
