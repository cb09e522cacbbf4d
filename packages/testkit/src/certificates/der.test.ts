import { expect, test } from 'vitest'
import { derBitString, derInteger, derObjectId, derOctetString, derTime } from './der.ts'

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

test.each([
  [[0], '020100'],
  [[0x7f], '02017f'],
  [[0x80], '02020080'],
  [[0, 0, 1], '020101'],
  [[0, 0xff, 0], '020300ff00'],
])('writes the integer of bytes %j as %s', (bytes, expected) => {
  expect(hex(derInteger(Uint8Array.from(bytes)))).toBe(expected)
})

test.each([
  ['2.5.4.3', '0603550403'],
  ['1.2.840.10045.4.3.2', '06082a8648ce3d040302'],
  ['1.3.6.1.5.5.7.3.1', '06082b06010505070301'],
])('writes the object id %s', (dotted, expected) => {
  expect(hex(derObjectId(dotted))).toBe(expected)
})

test.each([
  [0, '0400'],
  [127, '047f'],
  [128, '048180'],
  [255, '0481ff'],
  [256, '04820100'],
  [65_536, '0483010000'],
])('writes a length of %i', (length, expected) => {
  expect(hex(derOctetString(new Uint8Array(length))).slice(0, expected.length)).toBe(expected)
})

test('writes times on both sides of 2050, and unused bits', () => {
  expect(Buffer.from(derTime(new Date('2049-12-31T23:59:59Z'))).toString('latin1')).toBe(
    '\x17\x0d491231235959Z',
  )
  expect(Buffer.from(derTime(new Date('2050-01-01T00:00:00Z'))).toString('latin1')).toBe(
    '\x18\x0f20500101000000Z',
  )
  expect(hex(derBitString(Uint8Array.of(0x80), 7))).toBe('03020780')
})
