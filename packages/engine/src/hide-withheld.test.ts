import { expect, test } from 'vitest'
import { exchange } from './engine-fixture.testkit.ts'
import { hideWithheld } from './hide-withheld.ts'

const withheld = [{ name: 'S', text: 'a b/ü' }]

function hidden(value: string, secrets = withheld): string | undefined {
  const answered = exchange(200)
  const request = { ...answered.request, targetUri: value, headers: [{ name: 'X', value }] }
  const seen = hideWithheld({ ...answered, request }, secrets).request
  expect(seen.targetUri).toBe(seen.headers[0]?.value)
  return seen.headers[0]?.value
}

test.each([
  ['x a b/ü y', 'x {{S}} y'],
  ['http://h/a%20b/%C3%BC?q', 'http://h/{{S}}?q'],
  ['q=a%20b%2F%C3%BC', 'q={{S}}'],
  ['nothing', 'nothing'],
])('%s is shown as %s', (sent, shown) => {
  expect(hidden(sent)).toBe(shown)
})

test('is found behind the Base64 of Basic credentials', () => {
  const answered = exchange(200)
  const credentials = Buffer.from('user:a b/ü').toString('base64')
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

test('a longer secret is hidden before one that is part of it, and an empty one never', () => {
  const secrets = [
    { name: 'short', text: 'ab' },
    { name: 'long', text: 'abab$&' },
    { name: 'empty', text: '' },
  ]
  expect(hidden('abab$& ab', secrets)).toBe('{{long}} {{short}}')
})

test('what the server says, and an exchange without secrets, stay as they are', () => {
  const answered = exchange(200)
  expect(hideWithheld(answered, [])).toBe(answered)
  expect(hideWithheld(answered, withheld).response).toBe(answered.response)
})
