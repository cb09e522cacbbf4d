import { describe, expect, test } from 'vitest'
import { callSecurity } from './call-security.ts'
import { grpcTimeout } from './deadline.ts'
import { metadataFault } from './frame-call.ts'
import { grpcUrl } from './grpc-target.ts'

describe('the URL of a call', () => {
  test.each([
    ['localhost:50051', 'grpc://localhost:50051/p.S/M'],
    ['localhost', 'grpc://localhost/p.S/M'],
    ['shop.test:443', 'grpcs://shop.test:443/p.S/M'],
    ['[::1]:443', 'grpcs://[::1]:443/p.S/M'],
    ['//shop.test:443', 'grpcs://shop.test:443/p.S/M'],
    [' grpc://shop.test:443/ ', 'grpc://shop.test:443/p.S/M'],
    ['grpcs://shop.test', 'grpcs://shop.test/p.S/M'],
    ['http://shop.test:8080/base/', 'http://shop.test:8080/base/p.S/M'],
    ['https://shop.test?a=b#c', 'https://shop.test/p.S/M?a=b'],
    ['https://shop.test/base/?a=b/', 'https://shop.test/base/p.S/M?a=b/'],
    ['shop.test:443?a', 'grpcs://shop.test:443/p.S/M?a'],
    ['shop.test#a?b', 'grpc://shop.test/p.S/M'],
    ['unix:/tmp/socket', null],
    ['UNIX:///tmp/socket', null],
  ])('%s', (typed, url) => {
    expect(grpcUrl(typed, '/p.S/M')).toBe(url)
  })
})

/** What is typed, what `host` is filled in with, whether TLS is used then, and what the other choice makes of it. */
test.each([
  ['localhost:50051', '', false, 'grpcs://localhost:50051'],
  ['shop.test:443', '', true, 'grpc://shop.test:443'],
  ['shop.test:443?a=:1', '', true, 'grpc://shop.test:443?a=:1'],
  ['//shop.test:443', '', true, 'grpc://shop.test:443'],
  ['grpcs://shop.test', '', true, 'grpc://shop.test'],
  ['GRPC://shop.test:443/x', '', false, 'grpcs://shop.test:443/x'],
  ['http://shop.test', '', false, 'https://shop.test'],
  ['https://shop.test', '', true, 'http://shop.test'],
  ['{{host}}:443', 'shop.test', true, 'grpc://{{host}}:443'],
  ['{{host}}', 'shop.test:443', true, 'grpc://{{host}}'],
  ['{{host}}', 'grpcs://shop.test', true, null],
  ['{{nothing}}', '', false, 'grpcs://{{nothing}}'],
  ['', '', false, null],
])('%s with %s uses TLS: %s, and changes to %s', (typed, host, isSecure, changedUrl) => {
  const values = new Map([['host', { text: host, isLiteral: false }]])
  expect(callSecurity(typed, [{ name: 'send', values }])).toEqual({ isSecure, changedUrl })
})

test.each([
  [1, '1m'],
  [1.5, '2m'],
  [99_999_999, '99999999m'],
  [100_000_000, '100000S'],
  [100_000_000_000, '1666667M'],
  [10 ** 18, '99999999H'],
])('a deadline of %d ms is written as %s', (deadlineMs, text) => {
  expect(grpcTimeout(deadlineMs)).toBe(text)
})

test.each([
  ['x-bin', 'AQL/', null],
  ['x-bin', 'AQI', null],
  ['x-bin', 'AQI, AQL_', null],
  ['x-bin', 'not base64!', 'GRPC_METADATA_NOT_BASE64'],
  ['GRPC-Status', '0', 'GRPC_METADATA_RESERVED'],
  [' te', '', 'GRPC_METADATA_RESERVED'],
  ['user-agent', 'mine', null],
])('metadata %s: %s', (name, value, code) => {
  expect(metadataFault([{ name, value }])?.code ?? null).toBe(code)
})
