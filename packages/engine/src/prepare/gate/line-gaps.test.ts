import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLineBreaks, dataLineBreaks, lineBreaks } from './line-gaps.ts'

/** The same gaps as expressions, whose work grows with the square of the lines. */
const eventGap = /(?:\r\n?|\n)(?:(?!data[:\r\n])[^\r\n]+(?:\r\n?|\n))*data(?:: ?|(?=[\r\n]))/
const breakOnly = /\r\n?|\n/
const expressions = {
  lines: [lineBreaks, new RegExp(breakOnly, 'g')],
  events: [dataLineBreaks, new RegExp(eventGap, 'g')],
  'any text': [anyLineBreaks, new RegExp(`${eventGap.source}|${breakOnly.source}`, 'g')],
} as const

const part = fc.constantFrom('\n', '\r', '\r\n', 'data', 'data:', 'data: ', ':', ' ', 'id: 1', 'dat', 'x')

test.each(Object.entries(expressions))(
  'the gaps of %s are those that an expression finds',
  (_, [find, gap]) => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), parts => {
        const text = parts.join('')
        const expected = [...text.matchAll(gap)].map(({ index, 0: { length } }) => ({
          start: index,
          end: index + length,
        }))
        expect(find(text)).toEqual(expected)
      }),
      { numRuns: 2000 },
    )
  },
)
