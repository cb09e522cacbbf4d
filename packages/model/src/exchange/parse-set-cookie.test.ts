import { mustEnd } from '@parley/testkit/must-end'
import { describe, expect, it } from 'vitest'
import { type CookieRefusal, describeCookieRefusal, parseSetCookie } from './parse-set-cookie.ts'

const https = { host: 'api.shop.test', isSecure: true }
const parse = (text: string) => parseSetCookie(text, https)

it('reads name, value and every attribute', () => {
  const text =
    'region="eu=1"; Path=/v1; Domain=.Shop.test; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Max-Age=3600; HttpOnly; secure; SameSite=lax; Partitioned'
  expect(parse(text)).toEqual({
    name: 'region',
    value: '"eu=1"',
    domain: 'shop.test',
    path: '/v1',
    expires: 'Wed, 21 Oct 2026 07:28:00 GMT',
    maxAge: '3600',
    isHttpOnly: true,
    isSecure: true,
    sameSite: 'Lax',
    isPartitioned: true,
    refusal: null,
  })
})

it('uses the last of an attribute that occurs twice, and drops what is not an attribute', () => {
  expect(parse('a=b; Path=/x; path=/y; Max-Age=1h; Expires=soon; SameSite=maybe; Color=red')).toMatchObject({
    path: '/y',
    maxAge: null,
    expires: null,
    sameSite: null,
  })
  expect(parse('a=b; Path=x')).toMatchObject({ path: null })
  expect(parse(`a=b; Path=/${'x'.repeat(1024)}`)).toMatchObject({ path: null })
})

it('reads a pair without = as a value without a name', () => {
  expect(parse('alone')).toMatchObject({ name: '', value: 'alone', refusal: null })
  expect(parse('=v')).toMatchObject({ name: '', value: 'v' })
  expect(parse('a=')).toMatchObject({ name: 'a', value: '', refusal: null })
})

it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Nov 6 08:49:37 1994'])(
  'knows the date %s',
  date => {
    expect(parse(`a=b; Expires=${date}`).expires).toBe(date)
  },
)

describe('a cookie that a browser would reject is kept, with the reason', () => {
  it.each<[string, CookieRefusal | null]>([
    ['__Host-a=b; Secure; Path=/', null],
    ['__host-a=b; Secure; Path=/; Domain=shop.test', 'HOST_PREFIX'],
    ['__Host-a=b; Secure', 'HOST_PREFIX'],
    ['__Host-a=b; Path=/', 'HOST_PREFIX'],
    ['=__Host-a=b; Secure; Path=/', 'HOST_PREFIX'],
    ['__Secure-a=b', 'SECURE_PREFIX'],
    ['__Secure-a=b; Secure', null],
    ['=__Secure-a=b; Secure', 'SECURE_PREFIX'],
    ['__Secure-a; Secure', 'SECURE_PREFIX'],
    ['a=b; SameSite=None', 'SAME_SITE_NONE'],
    ['a=b; Partitioned', 'PARTITIONED'],
    ['a=b; Domain=evil.test', 'FOREIGN_DOMAIN'],
    ['a=b; Domain=hop.test', 'FOREIGN_DOMAIN'],
    ['a=b\u0007', 'CONTROL_CHARACTER'],
    ['', 'EMPTY'],
    [`a=${'b'.repeat(4096)}`, 'TOO_LONG'],
  ])('%s', (text, refusal) => {
    const cookie = parse(text)
    expect(cookie.refusal).toBe(refusal)
    if (refusal !== null) expect(describeCookieRefusal(refusal)).toMatch(/^A browser refuses it: .+\.$/)
  })

  it('Secure over plain HTTP, except to the local machine', () => {
    expect(parseSetCookie('a=b; Secure', { ...https, isSecure: false }).refusal).toBe('SECURE_OVER_HTTP')
    expect(parseSetCookie('a=b; Secure', { host: '127.0.0.1', isSecure: false }).refusal).toBeNull()
  })
})

it.each([' ', '\t', ';', '=', ',', '"', ':', '1', 'a ', 'expires=', '; expires=1:1:1'])(
  'the work on many of %j ends',
  piece => {
    const origin = { host: 'a.example', isSecure: true }
    const text = `a=x${piece.repeat(100_000)}y; Path=/${piece.repeat(100_000)}y; HttpOnly`
    expect(mustEnd(() => parseSetCookie(text, origin)).name).toBe('a')
  },
)
