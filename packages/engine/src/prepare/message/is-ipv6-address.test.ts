import { expect, test } from 'vitest'
import { isIpv6Address } from './is-ipv6-address.ts'

test.each([
  '::',
  '::1',
  '1::',
  '2001:DB8::8:800:200C:417A',
  '1:2:3:4:5:6:7:8',
  '::ffff:127.0.0.1',
  '1:2:3:4:5:6:1.2.3.4',
])('%s is an address', text => {
  expect(isIpv6Address(text)).toBe(true)
})

test.each([
  '',
  ':',
  ':::',
  '1',
  'face',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8',
  '12345::',
  'g::',
  '1.2.3.4',
  '1.2.3.4::',
  '::1.2.3',
  '::1.2.3.256',
  ':1',
  '1:',
])('%j is not an address', text => {
  expect(isIpv6Address(text)).toBe(false)
})
