import { newHttpRequest, row } from '@parley/model'
import { expect, test } from 'vitest'
import { generatedHeaders } from './generated-headers.ts'

const known = [
  { name: 'host', value: 'inner.test', scope: 'environment' },
  { name: 'host', value: 'outer.test', scope: 'global' },
  { name: 'token', value: null, scope: 'session' },
] as const

test('each generated header says where it comes from', () => {
  const draft = newHttpRequest({
    method: 'POST',
    url: 'http://{{host}}/',
    cookies: [row('a', '{{token}}')],
    body: { type: 'raw', language: 'xml', text: '<a/>' },
  })
  expect(generatedHeaders(draft, known)).toEqual({
    userAgent: {
      name: 'User-Agent',
      value: 'Parley/1.0',
      hint: 'Sent with every request. Add your own User-Agent to replace it.',
    },
    others: [
      { name: 'Host', value: 'inner.test', hint: 'From the URL' },
      { name: 'Cookie', value: 'a={{token}}', hint: 'From the Cookies tab' },
      { name: 'Content-Type', value: 'application/xml', hint: 'From the Body tab' },
      { name: 'Content-Length', value: null, hint: 'From the Body tab' },
    ],
  })
})

test('a replaced header is named as such, and the User-Agent leaves its row', () => {
  const headers = [row('host', 'x'), row('USER-AGENT', 'me')]
  expect(generatedHeaders(newHttpRequest({ url: 'http://h/', headers }), null)).toEqual({
    userAgent: null,
    others: [{ name: 'Host', value: 'h', hint: 'Replaced by your own Host' }],
  })
  const off = headers.map(header => ({ ...header, enabled: false }))
  expect(generatedHeaders(newHttpRequest({ headers: off }), null)).toMatchObject({
    userAgent: { value: 'Parley/1.0' },
    others: [{ name: 'Host', value: null, hint: 'From the URL' }],
  })
})
