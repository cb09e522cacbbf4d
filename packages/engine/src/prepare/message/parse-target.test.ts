import { isForbiddenInTarget } from '@parley/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testHostNames } from '../../engine-fixture.testkit.ts'
import { hostField, parseTarget } from './parse-target.ts'

function target(url: string) {
  const parsed = parseTarget(url, testHostNames)
  if (!parsed.ok) throw new Error(`${url}: ${JSON.stringify(parsed.failure)}`)
  return parsed.value.target
}

function failure(url: string) {
  const parsed = parseTarget(url, testHostNames)
  if (parsed.ok) throw new Error(`${url}: ${JSON.stringify(parsed.value)}`)
  return parsed.failure
}

describe('path and query', () => {
  test.each([
    ['', '/'],
    ['/', '/'],
    ['/a/../b/./c//d/', '/a/../b/./c//d/'],
    ['//a', '//a'],
    ['/%2f%2F%zz%', '/%2f%2F%zz%'],
    ['/a;b=1,2+3?x=1+2;y&&z', '/a;b=1,2+3?x=1+2;y&&z'],
    ['?', '/?'],
    ['/a?', '/a?'],
    ['?x=/?y', '/?x=/?y'],
    ['/a#fragment?x', '/a'],
    ['?x#y', '/?x'],
    ['/a b\t"<>^`{|}\\', '/a%20b%09%22%3C%3E%5E%60%7B%7C%7D%5C'],
    ['/größe?名=\u{1f600}', '/gr%C3%B6%C3%9Fe?%E5%90%8D=%F0%9F%98%80'],
    ['/\ud800?\udfff', '/%EF%BF%BD?%EF%BF%BD'],
    ['/a\r\nX: y\r\n\r\n?b\0\x7f', '/a%0D%0AX:%20y%0D%0A%0D%0A?b%00%7F'],
    ['/{{unknown}}?x={{y?&#}}', '/%7B%7Bunknown%7D%7D?x=%7B%7By?&#%7D%7D'],
    ['/a@b:c', '/a@b:c'],
    ['/ ', '/%20'],
    ['/a \t', '/a%20%09'],
    ['?q= a ', '/?q=%20a%20'],
    ['?q=a\n', '/?q=a%0A'],
    ['?q=\u00a0\u2028', '/?q=%C2%A0%E2%80%A8'],
    ['/a #b ', '/a%20'],
    ["/[x]!$&'()*,=~", "/[x]!$&'()*,=~"],
  ])('%j goes out as %j', (typed, sent) => {
    expect(target(`http://h.example${typed}`).pathAndQuery).toBe(sent)
    expect(target(`http://h.example${typed}`).targetUri).toBe(`http://h.example${sent}`)
  })

  test('made only of allowed characters are sent byte for byte', () => {
    const allowed = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code)).filter(
      character => !isForbiddenInTarget(character) && character !== '#',
    )
    const text = fc.string({ unit: fc.constantFrom(...allowed) })
    fc.assert(
      fc.property(text, typed => {
        expect(target(`http://h.example/${typed}`).pathAndQuery).toBe(`/${typed}`)
        expect(target(`h.example?${typed}`).pathAndQuery).toBe(`/?${typed}`)
      }),
    )
  })

  const codePoint = fc.integer({ min: 0, max: 0x10_ffff }).map(code => String.fromCodePoint(code))

  test('of any text contain nothing that a request line does not allow', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), typed => {
        const { pathAndQuery } = target(`http://h.example/x${typed}`)
        expect(pathAndQuery).toMatch(/^\/[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a~]*$/)
      }),
    )
  })
})

describe('scheme, host and port', () => {
  test.each([
    ['http://h.example', 'http', 'h.example', 80, 'h.example', 'h.example:80'],
    ['HTTPS://H.example/', 'https', 'H.example', 443, 'H.example', 'H.example:443'],
    [' \n h.example \t', 'http', 'h.example', 80, 'h.example', 'h.example:80'],
    ['\t\n https://h.example ', 'https', 'h.example', 443, 'h.example', 'h.example:443'],
    ['h.example:81 \n', 'http', 'h.example', 81, 'h.example:81', 'h.example:81'],
    ['localhost:3000', 'http', 'localhost', 3000, 'localhost:3000', 'localhost:3000'],
    ['http://h:/', 'http', 'h', 80, 'h', 'h:80'],
    ['https://h:80', 'https', 'h', 80, 'h:80', 'h:80'],
    ['https://h:00443', 'https', 'h', 443, 'h', 'h:443'],
    ['http://h:65535', 'http', 'h', 65_535, 'h:65535', 'h:65535'],
    ['http://h_1.x', 'http', 'h_1.x', 80, 'h_1.x', 'h_1.x:80'],
    ['http://0x7f.1', 'http', '0x7f.1', 80, '0x7f.1', '0x7f.1:80'],
    [
      'http://bücher.example:81',
      'http',
      'xn--bcher-kva.example',
      81,
      'xn--bcher-kva.example:81',
      'bücher.example:81',
    ],
    ['http://[::1]', 'http', '::1', 80, '[::1]', '[::1]:80'],
    ['[2001:DB8::1]:8080', 'http', '2001:DB8::1', 8080, '[2001:DB8::1]:8080', '[2001:DB8::1]:8080'],
    ['http://[fe80::1%25eth0]:81', 'http', 'fe80::1%eth0', 81, '[fe80::1]:81', '[fe80::1%25eth0]:81'],
    ['http://[fe80::1%eth0]', 'http', 'fe80::1%eth0', 80, '[fe80::1]', '[fe80::1%eth0]:80'],
  ])('of %j are read', (url, scheme, host, port, field, address) => {
    const parsed = target(url)
    expect(parsed).toMatchObject({ scheme, host, port, address })
    expect(hostField(parsed)).toBe(field)
    expect(parsed.targetUri).toBe(`${scheme}://${field}/`)
  })

  test.each([
    '',
    ' ',
    '/path',
    '?x',
    'http://',
    'http:///path',
    'http://:80',
    'http://@',
    'http://h:0',
    'http://h:65536',
    'http://h:99999',
    'http://h:8o',
    'http://h:-1',
    'http://h:1:2',
    'http://::1',
    'http://[::1',
    'http://[::1]x',
    'http://[]',
    'http://[face]',
    'http://[localhost]',
    'http://[1:2]',
    'http://[::1%]',
    'http://[::1%25a b]',
    'http://a b',
    'http://a\r\nb/',
    'http://a\0b/',
    'http://a%2eb',
    'http://a<b',
    'http://good.example\\@evil.example',
    'http://h.example\\path',
    'http://無い.example',
    'http:h.example',
    'http:/h.example',
    '://h.example',
    '//h.example',
    '//h.example/a',
    ' //pets',
  ])('of %j are no address', url => {
    expect(failure(url)).toMatchObject({
      kind: 'invalidRequest',
      code: 'INVALID_URL',
      step: 'prepare',
      subject: url.trim(),
    })
  })

  test('of a huge text are not an address, and the failure is small', () => {
    expect(failure(`http://${'a b'.repeat(100_000)}`).subject.length).toBeLessThan(300)
  })

  test.each([
    ['ws://h/a', 'http', 80, 'ws://h/a'],
    ['WSS://h?x', 'https', 443, 'wss://h/?x'],
    ['ws://h:443', 'http', 443, 'ws://h:443/'],
  ])('of %j are those of %s, and the URI is as typed', (url, scheme, port, targetUri) => {
    expect(parseTarget(url, { toAscii: () => null })).toMatchObject({
      value: { target: { scheme, port, targetUri } },
    })
  })

  test.each([
    ['file:///etc/passwd', 'file:'],
    ['ftp://h', 'ftp:'],
    ['wsx://h', 'wsx:'],
    ['JavaScript:alert(1)', 'javascript:'],
    ['mailto:a@b', 'mailto:'],
    ['data:,x', 'data:'],
  ])('of %j are not sent to', (url, subject) => {
    expect(failure(url)).toMatchObject({ kind: 'invalidRequest', code: 'UNSUPPORTED_SCHEME', subject })
  })

  test.each([
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/info',
    'HTTPS+Unix://%2Ftmp%2Fa/',
    'ws+unix:/tmp/a:/x',
    'unix:/tmp/a',
    'unix:///tmp/a?x',
    'http://unix:/var/run/docker.sock:/info',
    'unix:/var/run/docker.sock:/info',
    ' https://UNIX:/tmp/a:/x',
  ])('of %j name a socket file, which is said', url => {
    expect(failure(url)).toMatchObject({ kind: 'invalidRequest', code: 'SOCKET_FILE' })
  })

  test.each(['http://unix/x', 'unix:8080/x', 'unix.example:80', 'http://unix:80/'])(
    'of %j name a host',
    url => {
      expect(parseTarget(url, { toAscii: () => null })).toMatchObject({ ok: true })
    },
  )

  test.each([
    ['{{baseUrl}}/books', 'baseUrl'],
    ['http://{{ host }}/{{x}}', 'host'],
    ['https://api.{{domain}}:80', 'domain'],
    ['localhost:{{port}}/', 'port'],
    ['http://h:{{port}}', 'port'],
    ['{{scheme}}://h', 'scheme'],
  ])('of %j need a value', (url, subject) => {
    expect(failure(url)).toMatchObject({
      kind: 'template',
      code: 'UNKNOWN_HOST_VARIABLE',
      step: 'prepare',
      subject,
    })
  })
})

describe('user information', () => {
  test.each([
    ['http://h/', null],
    ['http://@h/', null],
    ['http://user@h/', 'user'],
    ['http://user:pa:ss@h/', 'user:pa:ss'],
    ['http://a@b:c@h/', 'a@b:c'],
    ['http://h/a@b', null],
  ])('of %j is %j and no part of the target', (url, userInfo) => {
    const parsed = parseTarget(url, testHostNames)
    expect(parsed).toMatchObject({ ok: true, value: { userInfo, target: { host: 'h', address: 'h:80' } } })
    if (userInfo !== null) expect(target(url).targetUri).toBe('http://h/')
  })
})
