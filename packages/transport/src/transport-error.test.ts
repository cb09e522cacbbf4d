import { describe, expect, test } from 'vitest'
import { failureOf, systemCode, TransportError } from './transport-error.ts'

const coded = (code: unknown) => Object.assign(new Error('x'), { code })
const position = { step: 'connect', address: 'h:80', elapsedMs: 5 } as const

describe('failureOf', () => {
  test('keeps the kind, code and subject of an expected failure', () => {
    expect(failureOf(new TransportError('file', 'A', 'b'), { ...position, step: 'request' })).toEqual({
      kind: 'file',
      code: 'A',
      step: 'request',
      address: 'h:80',
      subject: 'b',
      elapsedMs: 5,
    })
  })

  test.each([
    ['dns', 'ENOTFOUND', 'dns'],
    ['connect', 'EHOSTUNREACH', 'connect'],
    ['tls', 'CERT_HAS_EXPIRED', 'tls'],
    ['request', 'EPIPE', 'protocol'],
    ['response', 'ECONNRESET', 'protocol'],
  ] as const)('in the step %s takes the code %s as %s', (step, code, kind) => {
    expect(failureOf(coded(code), { ...position, step })).toMatchObject({ kind, code, step, subject: '' })
  })

  test('attributes the parser’s errors to the response', () => {
    expect(failureOf(coded('HPE_INVALID_CONSTANT'), { ...position, step: 'request' })).toMatchObject({
      kind: 'protocol',
      step: 'response',
    })
  })

  test('rethrows a bug', () => {
    const bug = new TypeError('x is not a function')
    expect(() => failureOf(bug, position)).toThrow(bug)
  })
})

test('systemCode finds the code among attempts at several addresses', () => {
  expect(systemCode(coded('A'))).toBe('A')
  expect(systemCode(new AggregateError([coded('B'), coded('C')]))).toBe('B')
  expect(systemCode(Object.assign(new AggregateError([coded('B')]), { code: 'A' }))).toBe('A')
  expect(systemCode(new AggregateError([new Error('none'), coded('C')]))).toBe('C')
  expect(systemCode(new AggregateError([]))).toBeNull()
  const noIpv6 = new AggregateError([coded('EADDRNOTAVAIL'), coded('ECONNREFUSED')])
  expect(systemCode(Object.assign(noIpv6, { code: 'EADDRNOTAVAIL' }))).toBe('ECONNREFUSED')
  const noWay = new AggregateError([coded('ENETUNREACH'), coded('EADDRNOTAVAIL')])
  expect(systemCode(Object.assign(noWay, { code: 'ENETUNREACH' }))).toBe('ENETUNREACH')
  expect(systemCode(new Error('x'))).toBeNull()
  expect(systemCode(coded(7))).toBeNull()
  expect(systemCode('ECONNRESET')).toBeNull()
})
