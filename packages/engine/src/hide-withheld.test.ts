import { expect, test } from 'vitest'
import { exchange } from './engine-fixture.testkit.ts'
import { hideInText, hideWithheld } from './hide-withheld.ts'

const withheld = [{ name: 'S', text: 'a b/ü-long' }]

function hidden(value: string, secrets = withheld): string | undefined {
  const answered = exchange(200)
  const request = { ...answered.request, targetUri: value, headers: [{ name: 'X', value }] }
  const seen = hideWithheld({ ...answered, request }, secrets).request
  expect(seen.targetUri).toBe(seen.headers[0]?.value)
  return seen.headers[0]?.value
}

test.each([
  ['x a b/ü-long y', 'x {{S}} y'],
  ['http://h/a%20b/%C3%BC-long?q', 'http://h/{{S}}?q'],
  ['q=a%20b%2F%C3%BC-long', 'q={{S}}'],
  ['nothing', 'nothing'],
])('%s is shown as %s', (sent, shown) => {
  expect(hidden(sent)).toBe(shown)
})

test('is found behind the Base64 of Basic credentials', () => {
  const answered = exchange(200)
  const credentials = Buffer.from('user:a b/ü-long').toString('base64')
  const headers = [
    { name: 'Authorization', value: `Basic ${credentials}` },
    { name: 'X', value: 'Basic not-base64!' },
  ]
  const seen = hideWithheld({ ...answered, request: { ...answered.request, headers } }, withheld)
  expect(seen.request.headers).toEqual([
    { name: 'Authorization', value: 'Basic {{S}}' },
    { name: 'X', value: 'Basic not-base64!' },
  ])
})

test.each(['', 'u', 'us', 'user:', 'https://'])(
  'is found behind Base64 after %j, in both alphabets',
  before => {
    const secrets = [{ name: 'S', text: 'p?>~ssw0rd-ü' }]
    for (const after of ['', '!', '&more']) {
      const bytes = Buffer.from(`${before}p?>~ssw0rd-ü${after}`)
      for (const form of [bytes.toString('base64'), bytes.toString('base64url')]) {
        const shown = hideInText(`x ${form} y`, secrets)
        expect(shown).toMatch(/^x \S{0,12}\{\{S\}\}\S{0,12} y$/)
      }
    }
  },
)

/** How programs write a text into another one, which a server may send back or redirect to. */
const encoders: Readonly<Record<string, (text: string) => string>> = {
  'percent-encoding': encodeURIComponent,
  'percent-encoding in lower case': text =>
    encodeURIComponent(text).replace(/%../g, code => code.toLowerCase()),
  'percent-encoding of every byte': text =>
    [...new TextEncoder().encode(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'percent-encoding twice': text => encodeURIComponent(encodeURIComponent(text)),
  'percent-encoding three times': text => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
  'a form': text => new URLSearchParams({ q: text }).toString().slice(2),
  JSON: text => JSON.stringify(text).slice(1, -1),
  'JSON in ASCII, as of Python': text => escapeUnits(JSON.stringify(text).slice(1, -1), /[^ -~]/g),
  'JSON with escaped slashes, as of PHP': text =>
    escapeUnits(JSON.stringify(text).slice(1, -1), /[^ -~]/g).replaceAll('/', '\\/'),
  'JSON with escaped HTML, as of Go': text =>
    escapeUnits(JSON.stringify(text).slice(1, -1), /[<>&\u2028\u2029]/g),
  'JSON with escaped signs, as of .NET': text => escapeUnits(text, /[^ !#-%(-*,-;=?-[\]-_a-~]/g, true),
  'JSON in JSON': text => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  HTML: text =>
    text.replace(
      /[&<>"']/g,
      one => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? '&#39;',
    ),
  'HTML by numbers': text => [...text].map(one => `&#x${one.codePointAt(0)?.toString(16)};`).join(''),
  'HTML by decimal numbers': text => [...text].map(one => `&#${one.codePointAt(0)};`).join(''),
  'UTF-8 read as Latin-1': text => Buffer.from(text).toString('latin1'),
}

function escapeUnits(text: string, units: RegExp, isUpper = false): string {
  return text.replace(units, unit => {
    const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${isUpper ? code.toUpperCase() : code}`
  })
}

test.each(Object.entries(encoders))('is found in %s', (_, encode) => {
  for (const text of [
    'p+/=&<>"\'ss w\\rd',
    'pässwörd-書👍',
    'line one\nline two\ttabbed',
    '%25%2f%%%%%%%%',
    '\\u00e4\\\\\\\\',
  ])
    expect(hideInText(`x ${encode(text)} y`, [{ name: 'S', text }])).toBe('x {{S}} y')
})

test('a private key is found in forms that change its line breaks and signs', () => {
  const text = `-----BEGIN KEY-----\n${'Ab1+/z='.repeat(500)}\n-----END KEY-----\n`
  for (const [name, encode] of Object.entries(encoders).filter(([one]) => !/every byte|by/.test(one)))
    expect([name, hideInText(`x ${encode(text)} y`, [{ name: 'S', text }])]).toEqual([name, 'x {{S}} y'])
})

test.each([100, 400, 4_000, 100_000])(
  'a secret of %i characters and more is found in what changes its signs',
  count => {
    for (const piece of ['x', 'Ab1+/z=', '書', '%', '&', '\\', '\\"', '%25'])
      for (const [name, encode] of Object.entries(encoders).filter(([one]) => !/every byte|by/.test(one))) {
        const text = `${piece.repeat(count / piece.length)}!`
        const shown = hideInText(`x ${encode(text)} y ${encode(text)}`, [{ name: 'S', text }])
        expect([piece, name, shown.slice(0, 50)]).toEqual([piece, name, 'x {{S}} y {{S}}'])
        const other = `${text.slice(0, -1)}?`
        if (count <= 400) expect(hideInText(other, [{ name: 'S', text }])).toBe(other)
      }
  },
)

test('is searched for in a long text quickly', () => {
  const secrets = ['%25%25%25%25%25', '\\\\\\\\\\\\', 'aaaaaaaa', '&amp;&amp;&', '        '].map(text => ({
    name: 'S',
    text: `${text}!`,
  }))
  for (const piece of ['%25', '\\', 'a', '&amp;', ' ', '+', '%2525', '&#0'])
    expect(hideInText(piece.repeat(200_000), secrets)).toBe(piece.repeat(200_000))
})

test('a secret that is too short hides no Base64 that resembles it by chance', () => {
  expect(hideInText('YWJj', [{ name: 'S', text: 'abc' }])).toBe('YWJj')
})

test('a longer secret is hidden before one that is part of it, and an empty one never', () => {
  const secrets = [
    { name: 'short', text: 'abababab' },
    { name: 'long', text: 'ababababab$&' },
    { name: 'empty', text: '' },
  ]
  expect(hidden('ababababab$& abababab', secrets)).toBe('{{long}} {{short}}')
})

test('a secret under 8 characters is hidden only where its name was filled in', () => {
  const answered = exchange(200)
  const secrets = [{ name: 'pin', text: '7391' }]
  const headers = [
    { name: 'X-Pin', value: 'a 7391', secretNames: ['pin'] },
    { name: 'X-Port', value: '7391' },
  ]
  const request = { ...answered.request, targetUri: 'http://h/7391', headers }
  expect(hideWithheld({ ...answered, request }, secrets).request).toMatchObject({
    targetUri: 'http://h/7391',
    headers: [
      { name: 'X-Pin', value: 'a {{pin}}' },
      { name: 'X-Port', value: '7391' },
    ],
  })
  const inUrl = hideWithheld({ ...answered, request }, secrets, secrets).request
  expect(inUrl.targetUri).toBe('http://h/{{pin}}')
  expect(hideInText('port 7391', secrets)).toBe('port 7391')
})

test("the server's text, and an exchange without secrets, stay unchanged", () => {
  const answered = exchange(200)
  expect(hideWithheld(answered, [])).toBe(answered)
  expect(hideWithheld(answered, withheld).response).toBe(answered.response)
})
