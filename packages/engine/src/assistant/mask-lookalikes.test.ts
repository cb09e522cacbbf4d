import { mustEnd } from '@parley/testkit/must-end'
import { expect, test } from 'vitest'
import { mask } from '../prepare/auth/auth-preview.ts'
import { maskLookalikes, maskNamed } from './mask-lookalikes.ts'

test('a key behind many bullets is masked, and the work on it ends (SB2)', () => {
  const key = `${'•'.repeat(5000)}4242`
  expect(mustEnd(() => maskNamed('api_key', key))).toEqual({ text: mask, masked: ['api_key'] })
  expect(mustEnd(() => maskLookalikes(JSON.stringify({ api_key: key }))).text).toBe(`{"api_key":"${mask}"}`)
})

test.each([
  ['bullets alone', '•'.repeat(5000)],
  ['a scheme and a mask', `Bearer ${mask}`],
  ['a scheme, spaces and a reference', 'Bearer   {{token}}'],
  ['references and separators', '{{user}}:{{password}} - {{more}}'],
  ['nothing', ''],
  ['a small number', '120'],
])('%s is shown as it is', (_, value) => {
  expect(maskNamed('token', value)).toEqual({ text: value, masked: [] })
})

test.each(['a', 'Bearer a b', '{{token}}a', 'Bearer {{token', '{{a}b}}'])('%s is masked', value => {
  expect(maskNamed('token', value).masked).toEqual(['token'])
})

test('a JSON Web Token is masked wherever it begins', () => {
  const token = 'eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl'
  expect(maskLookalikes(`x ${token} y`).text).toBe(`x ${mask} y`)
  expect(maskLookalikes(`id-${token}, ${token.slice(0, -10)}`).text).toBe(`id-${mask}, ${mask}`)
  expect(maskLookalikes(`a.b.${token}.more`).text).toBe(`a.b.${mask}.more`)
  expect(maskLookalikes('xeyJhbGciOi.c2lnbmF0dXJl').masked).toEqual([])
  expect(maskLookalikes('eyJhbGciOi.a').masked).toEqual([])
})

test('the work on many beginnings of tokens ends', () => {
  const text = '-eyJaaaaa'.repeat(40_000)
  expect(mustEnd(() => maskLookalikes(text)).text).toBe(text)
})

test.each([
  ' ',
  '\t',
  '•',
  '"',
  "'",
  '{',
  '{{',
  '}}',
  '\n',
  '.',
  ':',
  '=',
  'a',
  'a ',
  '":',
  '-----BEGIN ',
  '://a:',
  '<a>',
])('the work on many of %j ends', piece => {
  const text = piece.repeat(40_000)
  expect(mustEnd(() => maskLookalikes(text)).text.length).toBeGreaterThan(0)
  expect(mustEnd(() => maskNamed('password', `${text}!`)).text).toBe(mask)
})
