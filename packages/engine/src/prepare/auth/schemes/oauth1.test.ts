import { generateKeyPairSync, verify } from 'node:crypto'
import { type HttpBody, newAuth, type OAuth1Auth, row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { testFiles } from '../../../engine-fixture.testkit.ts'
import { headerOf, refusal, sendAuthorized, sentMessage } from '../auth-fixture.testkit.ts'
import { mask } from '../auth-preview.ts'

/** RFC 5849 §1.2 */
const photos: OAuth1Auth = {
  ...newAuth('oauth1'),
  consumerKey: 'dpf43f3p2l4k3l03',
  consumerSecret: 'kd94hf93k423kf44',
  accessToken: 'nnch734d00sl2jdk',
  accessTokenSecret: 'pfkkdhi9sl3r4s00',
  timestamp: '137131202',
  nonce: 'chapoH',
  version: '',
  realm: 'Photos',
}
const photosUrl = 'http://photos.example.net/photos?file=vacation.jpg&size=original'

/** RFC 5849 §3.4.1.1; its secrets, and the signature of erratum 2550. */
const request: OAuth1Auth = {
  ...newAuth('oauth1'),
  consumerKey: '9djdj82h48djs9d2',
  consumerSecret: 'j49sk3j29djd',
  accessToken: 'kkk9d7dh3k39sjv7',
  accessTokenSecret: 'dh893hdasih9',
  timestamp: '137131201',
  nonce: '7d8f3e4a',
  version: '',
}
const form: HttpBody = { type: 'urlEncoded', fields: [row('c2', ''), row('a3', '2 q')] }
const requestFields = {
  method: 'POST',
  url: 'http://EXAMPLE.com:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
  body: form,
}

function parametersOf(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = [...(text ?? '').matchAll(/(\w+)="([^"]*)"/g)]
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]))
}

async function signatureOf(auth: OAuth1Auth, fields: object = { url: photosUrl }) {
  const message = await sentMessage({ auth, request: fields })
  return parametersOf(headerOf(message, 'authorization')).oauth_signature
}

describe('the published examples', () => {
  test('RFC 5849 §1.2', async () => {
    const message = await sentMessage({ auth: photos, request: { url: photosUrl } })
    expect(headerOf(message, 'authorization')).toBe(
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", ' +
        'oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202", oauth_nonce="chapoH", ' +
        'oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"',
    )
  })

  test('RFC 5849 §3.4.1: query, form, empty values, upper-case host and default port', async () => {
    expect(await signatureOf(request, requestFields)).toBe('r6/TJjbCOr97/+UU0NsvSne7s5g=')
  })

  test('OAuth Core 1.0a appendix A.5', async () => {
    const auth = { ...photos, timestamp: '1191242096', nonce: 'kllo9940pd9333jh', version: '1.0' }
    expect(await signatureOf(auth)).toBe('tR3+Ty81lMeYAr/Fid0kMTYa/WM=')
  })

  test('PLAINTEXT is the two secrets (RFC 5849 §3.4.4)', async () => {
    const auth: OAuth1Auth = { ...photos, signatureMethod: 'PLAINTEXT', consumerSecret: 'a&b' }
    expect(await signatureOf(auth)).toBe('a%26b&pfkkdhi9sl3r4s00')
  })
})

test.each(['HMAC-SHA256', 'HMAC-SHA512'] as const)(
  '%s differs from SHA-1 in the hash alone',
  async method => {
    const { createHmac } = await import('node:crypto')
    const base =
      'GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacation.jpg%26oauth_consumer_key%3Ddpf43f3p2l4k3l03' +
      `%26oauth_nonce%3DchapoH%26oauth_signature_method%3D${method}%26oauth_timestamp%3D137131202` +
      '%26oauth_token%3Dnnch734d00sl2jdk%26size%3Doriginal'
    const hash = method.slice('HMAC-'.length).toLowerCase()
    const expected = createHmac(hash, 'kd94hf93k423kf44&pfkkdhi9sl3r4s00').update(base).digest('base64')
    expect(await signatureOf({ ...photos, signatureMethod: method })).toBe(expected)
  },
)

describe('RSA', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const base =
    'GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacation.jpg%26oauth_consumer_key%3Ddpf43f3p2l4k3l03' +
    '%26oauth_nonce%3DchapoH%26oauth_signature_method%3DRSA-SHA1%26oauth_timestamp%3D137131202' +
    '%26oauth_token%3Dnnch734d00sl2jdk%26size%3Doriginal'

  test.each(['pkcs1', 'pkcs8'] as const)('SHA1 with a key as %s verifies', async type => {
    const value = keys.privateKey.export({ format: 'pem', type }).toString()
    const auth: OAuth1Auth = { ...photos, signatureMethod: 'RSA-SHA1', privateKey: { source: 'text', value } }
    const signature = Buffer.from((await signatureOf(auth)) ?? '', 'base64')
    expect(verify('sha1', Buffer.from(base), keys.publicKey, signature)).toBe(true)
  })

  test('refuses text that is not a key, and a key in a file', async () => {
    const auth: OAuth1Auth = { ...photos, signatureMethod: 'RSA-SHA256' }
    expect(await refusal({ auth })).toEqual({ code: 'AUTH_KEY_INVALID', subject: 'RSA-SHA256' })
    const inFile = { ...auth, privateKey: { source: 'file', value: '/k.pem' } } as const
    expect(await refusal({ auth: inFile })).toEqual({ code: 'AUTH_KEY_FILE', subject: '/k.pem' })
  })
})

describe('the parameters are added', () => {
  test('to the query', async () => {
    const auth: OAuth1Auth = { ...photos, placement: 'query' }
    const { target, headers } = await sentMessage({ auth, request: { url: photosUrl } })
    expect(target.pathAndQuery).toBe(
      '/photos?file=vacation.jpg&size=original&oauth_consumer_key=dpf43f3p2l4k3l03&oauth_token=nnch734d00sl2jdk' +
        '&oauth_signature_method=HMAC-SHA1&oauth_timestamp=137131202&oauth_nonce=chapoH' +
        '&oauth_signature=MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D',
    )
    expect(headers.map(field => field.name)).not.toContain('Authorization')
  })

  test('to a form, whose length is updated', async () => {
    const auth: OAuth1Auth = { ...request, placement: 'body' }
    const message = await sentMessage({ auth, request: requestFields })
    const [part] = message.content
    if (part?.kind !== 'bytes') throw new Error('No bytes')
    const text = new TextDecoder().decode(part.bytes)
    expect(text).toMatch(/^c2=&a3=2(?:\+|%20)q&oauth_consumer_key=9djdj82h48djs9d2&/)
    expect(text).toContain('oauth_signature=r6%2FTJjbCOr97%2F%2BUU0NsvSne7s5g%3D')
    expect(headerOf(message, 'content-length')).toBe(String(part.bytes.length))
  })

  test('to the header if the body is not a form', async () => {
    const message = await sentMessage({ auth: { ...photos, placement: 'body' }, request: { url: photosUrl } })
    expect(headerOf(message, 'authorization')).toContain('MdpQcU8iPSUjWoN')
  })
})

test('the body hash is that of the extension’s example', async () => {
  const auth = { ...photos, includeBodyHash: true }
  const body: HttpBody = { type: 'raw', language: 'text', text: 'Hello World!' }
  const message = await sentMessage({ auth, request: { method: 'POST', body } })
  expect(parametersOf(headerOf(message, 'authorization')).oauth_body_hash).toBe(
    'Lve95gjOVATpfV8EL5X4nxwjKHE=',
  )
  const ofForm = await sentMessage({ auth, request: { method: 'POST', body: form } })
  expect(headerOf(ofForm, 'authorization')).not.toContain('oauth_body_hash')
  const file: HttpBody = { type: 'file', files: [{ filePath: '/a', contentType: '', selected: true }] }
  expect(
    await refusal({ auth, request: { method: 'PUT', body: file }, ports: { files: testFiles({ '/a': 1 }) } }),
  ).toMatchObject({ code: 'AUTH_CONTENT_IN_FILE' })
})

test('time and nonce are new for each request', async () => {
  const auth = { ...photos, timestamp: '', nonce: '' }
  const { oauth_timestamp: timestamp, oauth_nonce: nonce } = parametersOf(
    headerOf(await sentMessage({ auth }), 'authorization'),
  )
  expect(timestamp).toBe(String(Math.floor(Date.UTC(2026, 0, 2, 3, 4, 5) / 1000)))
  expect(nonce).toMatch(/^[\w-]{24}$/)
})

test.each(['header', 'query'] as const)('signature and token in the %s are masked', async placement => {
  const { outcome } = await sendAuthorized({ auth: { ...photos, placement }, request: { url: photosUrl } })
  if (!outcome.ok) throw new Error('It failed')
  const shown = JSON.stringify(outcome.value.exchange)
  expect(shown).not.toMatch(/MdpQcU8iPSUjWoN|nnch734d00sl2jdk|kd94hf93k423kf44/)
  expect(shown).toContain(mask)
})
