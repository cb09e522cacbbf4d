import { describe, expect, test } from 'vitest'
import { formsOf } from './secret-forms.ts'
import { testRandomTexts } from './secret-index.testkit.ts'
import { SecretIndex } from './secret-index.ts'

testRandomTexts(25)

describe('a secret is found', () => {
  const secret = 'k3y/"<x>=1~'
  const others = Array.from({ length: 450 }, (_, at) => `other-secret-${at}-${at * 7919}`)
  const index = new SecretIndex([...others, secret].map(text => ({ text, forms: formsOf(text) })))

  test.each([
    ['as it is', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    ['in JSON', JSON.stringify(secret)],
    ['in JSON within JSON', JSON.stringify(JSON.stringify(secret))],
    ['in escapes of JSON', [...secret].map(one => `\\u00${one.charCodeAt(0).toString(16)}`).join('')],
    ['in HTML', secret.replaceAll('"', '&quot;').replaceAll('<', '&#60;').replaceAll('>', '&#x3E;')],
    ['in Base64', Buffer.from(secret).toString('base64')],
    ['within Base64', Buffer.from(`user:${secret}@`).toString('base64')],
    ['in Base64 of URLs', Buffer.from(`u${secret}`).toString('base64url')],
    ['in Base64 of JSON', Buffer.from(JSON.stringify({ user: 'a', key: secret })).toString('base64')],
    ['in Base64 of a query', Buffer.from(`a=1&key=${encodeURIComponent(secret)}`).toString('base64url')],
  ])('%s, and no other one (MC1)', (_, text) => {
    expect(index.candidatesIn(`before ${text} after`)).toEqual([450])
  })

  test('after the end of an escape that takes its beginning (MC1)', () => {
    const digits = '2525414243'
    const alone = new SecretIndex([{ text: digits, forms: formsOf(digits) }])
    expect(alone.candidatesIn(`%${digits}`)).toEqual([0])
  })
})
