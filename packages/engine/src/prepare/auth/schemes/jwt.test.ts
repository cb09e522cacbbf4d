import { createHmac, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { type JwtAuth, newAuth } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { scope } from '../../../engine-fixture.testkit.ts'
import { headerOf, refusal, sendAuthorized, sentMessage } from '../auth-fixture.testkit.ts'

const auth: JwtAuth = { ...newAuth('jwt'), secret: 'your-256-bit-secret' }

async function tokenOf(fields: Partial<JwtAuth>, values: Readonly<Record<string, string>> = {}) {
  const context = { liveScopes: [scope('session', values)] }
  const message = await sentMessage({ auth: { ...auth, ...fields }, context })
  const token = headerOf(message, 'authorization')?.replace('Bearer ', '') ?? ''
  const [header = '', payload = '', signature = ''] = token.split('.')
  const text = (part: string) => Buffer.from(part, 'base64url').toString()
  return {
    token,
    header: text(header),
    payload: text(payload),
    signed: Buffer.from(`${header}.${payload}`),
    signature: Buffer.from(signature, 'base64url'),
  }
}

test('HS256 with a key in Base64 is the example of RFC 7515 appendix A.1', async () => {
  const { token } = await tokenOf({
    secret: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
    isSecretBase64: true,
    header: '{"typ":"JWT",\r\n "alg":"HS256"}',
    payload: '{"iss":"joe",\r\n "exp":1300819380,\r\n "http://example.com/is_root":true}',
  })
  expect(token).toBe(
    'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  )
})

test.each([256, 384, 512])('HS%i', async bits => {
  const { signed, signature } = await tokenOf({ algorithm: `HS${bits}` })
  expect(signature).toEqual(createHmac(`sha${bits}`, auth.secret).update(signed).digest())
})

describe('with a private key', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1') =>
    key.export({ format: 'pem', type }).toString()

  test.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'])('%s', async algorithm => {
    for (const type of ['pkcs1', 'pkcs8'] as const) {
      const { signed, signature } = await tokenOf({ algorithm, privateKey: pem(rsa.privateKey, type) })
      const padding = algorithm.startsWith('PS') ? { padding: 6, saltLength: -1 } : {}
      const key = { key: rsa.publicKey, ...padding }
      expect(verify(`sha${algorithm.slice(2)}`, signed, key, signature)).toBe(true)
    }
  })

  test.each([
    ['ES256', 'P-256', 'sha256'],
    ['ES384', 'P-384', 'sha384'],
    ['ES512', 'P-521', 'sha512'],
  ])('%s', async (algorithm, namedCurve, hash) => {
    const keys = generateKeyPairSync('ec', { namedCurve })
    for (const type of ['sec1', 'pkcs8'] as const) {
      const { signed, signature } = await tokenOf({ algorithm, privateKey: pem(keys.privateKey, type) })
      const key = { key: keys.publicKey, dsaEncoding: 'ieee-p1363' } as const
      expect(verify(hash, signed, key, signature)).toBe(true)
    }
  })

  test('EdDSA', async () => {
    const keys = generateKeyPairSync('ed25519')
    const privateKey = pem(keys.privateKey, 'pkcs8').replaceAll('\n', '\\n')
    const { signed, signature } = await tokenOf({ algorithm: 'EdDSA', privateKey })
    expect(verify(null, signed, keys.publicKey, signature)).toBe(true)
  })

  test.each(['RS256', 'ES256', 'EdDSA'])(
    '%s refuses a key that is none, without showing it',
    async algorithm => {
      const code = 'AUTH_KEY_INVALID'
      const broken = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'
      for (const privateKey of ['', 'canary', broken])
        expect(await refusal({ auth: { ...auth, algorithm, privateKey } })).toEqual({
          code,
          subject: algorithm,
        })
    },
  )
})

describe('what is signed', () => {
  test('has alg and typ before the typed header', async () => {
    const { header, payload } = await tokenOf(
      { header: ' { "kid": "{{kid}}" } ', payload: '' },
      { kid: 'k1' },
    )
    expect(header).toBe('{"alg":"HS256","typ":"JWT","kid": "k1"}')
    expect(payload).toBe('{}')
  })

  test('keeps the payload as typed, with its variables filled in', async () => {
    const { payload } = await tokenOf(
      { payload: '{"n": 12345678901234567890, "s": "{{sub}}"}' },
      { sub: 'ada' },
    )
    expect(payload).toBe('{"n": 12345678901234567890, "s": "ada"}')
  })

  test.each([
    [{ payload: '[]' }, { code: 'AUTH_JSON_INVALID', subject: 'payload' }],
    [{ payload: '{"a": {{none}}}' }, { code: 'AUTH_JSON_INVALID', subject: 'payload' }],
    [{ header: 'x' }, { code: 'AUTH_JSON_INVALID', subject: 'header' }],
    [{ algorithm: 'none' }, { code: 'AUTH_NOT_SUPPORTED', subject: 'JWT Bearer with none' }],
    [{ secret: '' }, { code: 'AUTH_KEY_INVALID', subject: 'HS256' }],
    [
      { secret: '%', isSecretBase64: true },
      { code: 'AUTH_KEY_INVALID', subject: 'HS256' },
    ],
  ])('is refused where it cannot be: %j', async (fields, expected) => {
    expect(await refusal({ auth: { ...auth, ...fields } })).toEqual(expected)
  })
})

test('is sent in the query, or after another prefix, and is masked', async () => {
  const { outcome, messages } = await sendAuthorized({
    auth: { ...auth, placement: 'query', queryName: 'jwt' },
  })
  const [, token = ''] = /\?jwt=([\w.-]+)$/.exec(messages[0]?.target.targetUri ?? '') ?? []
  expect(token.split('.')).toHaveLength(3)
  if (!outcome.ok) throw new Error('It failed')
  expect(JSON.stringify(outcome.value.exchange)).not.toContain(token)
  const prefixed = await sentMessage({ auth: { ...auth, prefix: 'JWT' } })
  expect(headerOf(prefixed, 'authorization')).toMatch(/^JWT ey/)
  const bare = await sentMessage({ auth: { ...auth, prefix: '' } })
  expect(headerOf(bare, 'authorization')).toMatch(/^ey/)
})
