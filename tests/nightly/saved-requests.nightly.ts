import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryRequests } from '../../packages/model/golden/arbitrary-entities.ts'
import { readDocument, writeDocument } from '../../packages/workspace/src/documents/document.ts'
import { itemFormat } from '../../packages/workspace/src/documents/document-format.ts'

test('10,000 requests of every kind are read again as they were written (attacks IM9)', () => {
  fc.assert(
    fc.property(fc.oneof(...Object.values(arbitraryRequests)), request => {
      const text = writeDocument(request, itemFormat, null)
      if (!text.ok) throw new Error(text.failure.sentence)
      const read = readDocument(new TextEncoder().encode(text.value), itemFormat)
      expect(read).toMatchObject({ ok: true })
      expect(read.ok && read.value.entity).toStrictEqual(request)
      expect(writeDocument(request, itemFormat, text.value)).toEqual(text)
    }),
    { numRuns: 10_000 },
  )
})
