import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactly } from './exact-number.ts'

const digits = (maxLength: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${maxLength}}$`))
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      digits(24).map(text => text.replace(/^0+(?=.)/, '')),
    ),
    fc.option(fc.oneof(digits(24), digits(3), fc.constantFrom('0', '0000001', '10', '000000')), { nil: '' }),
    fc.option(fc.constantFrom('e5', 'E5', 'e+5', 'e-5', 'e0'), { nil: '', freq: 2 }),
  )
  .map(([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction && `.${fraction}`}${exponent}`)

test('numbers of any form keep their text', () => {
  fc.assert(
    fc.property(number, text => {
      const json = `{"a":[${text}],"b":${text}}`
      expect(JSON.stringify(parseExactly(json))).toBe(json)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  '0.000001',
  '0.0000001',
  '123456789012345',
  '1234567890123456',
  '0.1',
  '99999999.9999999',
  '-0',
  '-0.5',
  '5e-324',
])('%s keeps its text', text => expect(JSON.stringify(parseExactly(text))).toBe(text))
