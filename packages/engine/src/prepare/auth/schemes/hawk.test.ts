import { type HawkAuth, newAuth, row } from '@parley/model'
import { expect, test } from 'vitest'
import { headerOf, sendAuthorized, sentMessage } from '../auth-fixture.testkit.ts'

/** The example of the specification, "Protocol Example" and "Payload Validation". */
const auth: HawkAuth = {
  ...newAuth('hawk'),
  id: 'dh37fgj492je',
  key: 'werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn',
  timestamp: '1353832234',
  nonce: 'j4h3g2',
  ext: 'some-app-ext-data',
}
const url = 'http://example.com:8000/resource/1?b=1&a=2'
const post = {
  url,
  method: 'POST',
  headers: [row('Content-Type', 'Text/Plain; charset=utf-8')],
  body: { type: 'raw', language: 'text', text: 'Thank you for flying Hawk' },
} as const

test('gives the published header', async () => {
  const message = await sentMessage({ auth, request: { url } })
  expect(headerOf(message, 'authorization')).toBe(
    'Hawk id="dh37fgj492je", ts="1353832234", nonce="j4h3g2", ext="some-app-ext-data", ' +
      'mac="6R4rV5iE+NPoym+WwjeHzjAGXUtLNIxmo1vpMofpLAE="',
  )
})

test('gives the published header with the hash of the payload', async () => {
  const message = await sentMessage({ auth: { ...auth, includePayloadHash: true }, request: post })
  expect(headerOf(message, 'authorization')).toBe(
    'Hawk id="dh37fgj492je", ts="1353832234", nonce="j4h3g2", ' +
      'hash="Yi9LfIIFRtBEPt74PVmbTF/xVAwPn7ub15ePICfgnuY=", ext="some-app-ext-data", ' +
      'mac="aSe1DERmZuRl3pI36/9BdZmnErTw3sNzOOAUlfeKjVw="',
  )
})

test('signs application and delegate, by SHA-1 too', async () => {
  const { createHmac } = await import('node:crypto')
  const message = await sentMessage({
    auth: { ...auth, algorithm: 'sha1', app: 'app', dlg: 'dlg', ext: '' },
    request: { url },
  })
  const lines = ['hawk.1.header', '1353832234', 'j4h3g2', 'GET', '/resource/1?b=1&a=2', 'example.com', '8000']
  const text = `${[...lines, '', '', 'app', 'dlg'].join('\n')}\n`
  const mac = createHmac('sha1', auth.key).update(text).digest('base64')
  expect(headerOf(message, 'authorization')).toContain(`mac="${mac}", app="app", dlg="dlg"`)
})

test('generates time and nonce, and masks the proof', async () => {
  const { outcome, messages } = await sendAuthorized({ auth: { ...auth, timestamp: '', nonce: '' } })
  const message = messages[0]
  const header = message && headerOf(message, 'authorization')
  expect(header).toMatch(/ts="1767323045", nonce="[\w-]{8}"/)
  const [, mac = ''] = /mac="([^"]+)"/.exec(header ?? '') ?? []
  if (!outcome.ok) throw new Error('It failed')
  expect(mac).not.toBe('')
  expect(JSON.stringify(outcome.value.exchange)).not.toContain(mac)
})
