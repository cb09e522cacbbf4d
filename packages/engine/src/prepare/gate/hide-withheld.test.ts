import { expect, test } from 'vitest'
import { exchange } from '../../engine-fixture.testkit.ts'
import { encoders, testLongSecrets, testLongText } from './hide-withheld.testkit.ts'
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

test('is found in the redirects that were followed', () => {
  const hop = { method: 'GET', statusCode: 302, targetUri: 'http://h/?q=1', location: '/next' }
  const hops = [
    { ...hop, location: 'http://h/?q=a%20b%2F%C3%BC-long' },
    { ...hop, targetUri: 'http://h/?q=a%20b%2F%C3%BC-long' },
  ]
  expect(hideWithheld({ ...exchange(200), hops }, withheld).hops).toEqual([
    { ...hop, location: 'http://h/?q={{S}}' },
    { ...hop, targetUri: 'http://h/?q={{S}}' },
  ])
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

testLongSecrets([100, 4_000])

testLongText(20_000)

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
