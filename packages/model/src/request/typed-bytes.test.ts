import { expect, test } from 'vitest'
import { base64OfHex, hexBytes, typedBytesFault } from './typed-bytes.ts'

test.each([
  ['hex', '', null],
  ['hex', 'de AD be\nef', null],
  ['hex', 'de ad\nbe xf', { line: 2, column: 4 }],
  ['hex', 'dea', { line: 1, column: 4 }],
  ['hex', '0xde', { line: 1, column: 2 }],
  ['binary', '', null],
  ['binary', 'AAE=', null],
  ['binary', 'AAE', null],
  ['binary', 'AA-_', null],
  ['binary', 'AA\nE=\n', null],
  ['binary', 'AA=A', { line: 1, column: 3 }],
  ['binary', 'AAEC\n*', { line: 2, column: 1 }],
  ['binary', 'AAECA', { line: 1, column: 6 }],
  ['binary', 'A', { line: 1, column: 2 }],
  ['binary', 'AAE==', { line: 1, column: 6 }],
] as const)('%s %j is wrong at %j', (format, text, fault) => {
  expect(typedBytesFault(format, text)).toEqual(fault)
})

test('hexadecimal digits are two a byte', () => {
  expect(hexBytes('00 fF\n7f')).toEqual(Uint8Array.of(0, 255, 127))
  expect(hexBytes('0')).toBeNull()
})

test.each([
  ['', ''],
  ['00', 'AA=='],
  ['00 ff', 'AP8='],
  ['00 ff 7f', 'AP9/'],
  ['de ad be ef', '3q2+7w=='],
  ['xy', ''],
])('%j in Base64 is %j', (hex, base64) => {
  expect(base64OfHex(hex)).toBe(base64)
})
