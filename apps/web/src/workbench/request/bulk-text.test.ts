import { row } from '@parley/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bulkText, itemsFromBulkText } from './bulk-text.ts'
import { rowKind } from './table-kind.ts'

const rows = [
  { ...row('a', '1'), description: 'kept' },
  { ...row('b', ' two '), enabled: false },
  row('c:d', 'line\nbreak'),
  row('', ''),
]

test('writes a line for each row, and marks unticked ones', () => {
  expect(bulkText(rows, rowKind).split('\n').slice(0, 2)).toEqual(['a: 1', '# b:  two '])
})

test('a text that was not edited returns the same rows', () => {
  expect(itemsFromBulkText(bulkText(rows, rowKind), rows, rowKind)).toEqual(rows)
})

const codePoint = fc.integer({ min: 0, max: 0x10_ffff }).map(code => String.fromCodePoint(code))

test('any table stays the same when it is converted to text and back', () => {
  const anyRow = fc.record({
    name: fc.string({ unit: codePoint }),
    value: fc.string({ unit: codePoint }),
    enabled: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(anyRow), table => {
      expect(itemsFromBulkText(bulkText(table, rowKind), table, rowKind)).toEqual(table)
    }),
  )
})

test('edited, added, moved and deleted lines apply as typed; the others keep what the text does not show', () => {
  const text = 'new: 5\n\n# b:  two \na: 1\nname only'
  expect(itemsFromBulkText(text, rows, rowKind)).toEqual([
    row('new', '5'),
    rows[1],
    rows[0],
    row('name only', ''),
  ])
})
