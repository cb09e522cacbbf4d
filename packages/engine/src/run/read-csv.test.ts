import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText, readCsv } from './read-csv.ts'

const text = fc.string({
  unit: fc.constantFrom('a', 'é', '1', ' ', ';', ',', '"', '\n', '\r\n', '\t'),
  maxLength: 8,
})
const plain = fc.string({ unit: fc.constantFrom('a', 'é', '1', ' ', ';', '\t'), maxLength: 8 })
const cell = fc.oneof(
  text.map(value => `"${value.replaceAll('"', '""')}"`),
  plain,
)
/** At least two cells: a line with one empty cell is an empty line. */
const row = fc.array(cell, { minLength: 2, maxLength: 5 })
const lineBreak = fc.constantFrom('\n', '\r\n')

test('reads what csv-parse reads', () => {
  const files = fc.tuple(fc.array(row, { minLength: 1, maxLength: 6 }), lineBreak, fc.boolean())
  fc.assert(
    fc.property(files, ([rows, separator, endsWithBreak]) => {
      const file = `head,row${separator}${rows.map(cells => cells.join(',')).join(separator)}${endsWithBreak ? separator : ''}`
      const expected: unknown = parse(file, {
        cast: (value, { quoting }) => ({ text: value, isQuoted: quoting }),
        delimiter: ',',
        recordDelimiter: separator,
        relaxColumnCount: true,
        skipEmptyLines: true,
      })
      const read = readCsv(file).map(({ cells }) =>
        cells.map(cell => ({ text: csvText(cell), isQuoted: cell.isQuoted })),
      )
      expect(read).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})
