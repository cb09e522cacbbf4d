import { newAuth, ok, row, type SignatureV4Auth } from '@parley/model'
import { SignatureV4 } from '@smithy/signature-v4'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeStrictly } from '../../../basics/encode-strictly.ts'
import { sha, utf8 } from '../../../basics/hashing.ts'
import { exchange, recordingPorts, testFiles } from '../../../engine-fixture.testkit.ts'
import { headerOf, refusal, sendAuthorized, sentMessage } from '../auth-fixture.testkit.ts'
import { mask } from '../auth-preview.ts'

const auth: SignatureV4Auth = {
  ...newAuth('signatureV4'),
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}
const signingDate = new Date(recordingPorts(() => ok(exchange(200))).ports.clock.now())

class Sha256 {
  #bytes = new Uint8Array()
  readonly #key: Uint8Array | undefined

  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.#key = key === undefined ? undefined : bytesOf(key)
  }

  update(chunk: string | ArrayBuffer | ArrayBufferView) {
    this.#bytes = new Uint8Array([...this.#bytes, ...bytesOf(chunk)])
  }

  async digest(): Promise<Uint8Array> {
    if (this.#key === undefined) return sha('SHA-256', this.#bytes)
    const { createHmac } = await import('node:crypto')
    return createHmac('sha256', this.#key).update(this.#bytes).digest()
  }

  reset() {
    this.#bytes = new Uint8Array()
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === 'string') return utf8(data)
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}

function theirs(service: string, sessionToken: string) {
  const isStorage = service === 's3'
  return new SignatureV4({
    service,
    region: 'eu-west-1',
    credentials: {
      accessKeyId: auth.accessKeyId,
      secretAccessKey: auth.secretAccessKey,
      ...(sessionToken === '' ? {} : { sessionToken }),
    },
    sha256: Sha256,
    uriEscapePath: !isStorage,
    applyChecksum: isStorage,
  })
}

const segment = fc.string({ unit: fc.constantFrom(...'aB0-_.~ %é+=:@!$&\'()*,;"<>'), maxLength: 6 })
const value = fc.string({ unit: fc.constantFrom(...'aB0-_.~ é=:@!$\'()*,;/?"<>'), maxLength: 6 })

test('agrees with the signer of the provider’s own client on generated requests', async () => {
  const arbitrary = fc.record({
    method: fc.constantFrom('GET', 'POST', 'DELETE'),
    segments: fc.array(segment, { maxLength: 4 }),
    query: fc.dictionary(value.filter(Boolean), value, { maxKeys: 4 }),
    headers: fc.dictionary(fc.constantFrom('x-a', 'X-B', 'Accept', 'Cache-Control', 'x-amz-meta-z'), value, {
      maxKeys: 4,
    }),
    text: fc.string({ maxLength: 10 }),
    service: fc.constantFrom('execute-api', 's3', 'sts'),
    sessionToken: fc.constantFrom('', 'the/token=='),
  })
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ method, segments, query, headers, text, service, sessionToken }) => {
      const path = `/${segments.map(one => encodeStrictly(one)).join('/')}`
      const pairs = Object.entries(query).map(
        ([name, one]) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`,
      )
      const message = await sentMessage({
        auth: { ...auth, service, sessionToken, region: 'eu-west-1' },
        request: {
          method,
          url: `http://h.example${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`,
          headers: Object.entries(headers).map(([name, one]) => row(name, one)),
          body: { type: 'raw', language: 'text', text },
        },
      })
      const unsigned = message.headers.filter(field => !/^(authorization|x-amz-(?!meta))/i.test(field.name))
      const signed = await theirs(service, sessionToken).sign(
        {
          method,
          protocol: 'http:',
          hostname: 'h.example',
          path,
          query,
          headers: Object.fromEntries(unsigned.map(field => [field.name, field.value])),
          body: text,
        },
        { signingDate },
      )
      expect(headerOf(message, 'authorization')).toBe(signed.headers.authorization)
    }),
    { numRuns: 50 },
  )
})

describe('a presigned URL', () => {
  test('agrees with theirs', async () => {
    const { target } = await sentMessage({
      auth: { ...auth, placement: 'query', region: 'eu-west-1', sessionToken: 'a/b=' },
      request: { url: 'http://h.example/a%20b?z=1&a=2', headers: [row('User-Agent', 'x')] },
    })
    const request = {
      method: 'GET',
      protocol: 'http:',
      hostname: 'h.example',
      path: '/a%20b',
      query: { z: '1', a: '2' },
      headers: { Host: 'h.example' },
    }
    const presigned = await theirs('execute-api', 'a/b=').presign(request, { signingDate, expiresIn: 3600 })
    const query = new URL(target.targetUri).searchParams
    for (const [name, expected] of Object.entries(presigned.query ?? {}))
      expect(query.get(name)).toBe(expected)
    expect([...query.keys()].slice(0, 2)).toEqual(['z', 'a'])
  })

  test('shows neither signature nor session token', async () => {
    const { outcome, messages } = await sendAuthorized({
      auth: { ...auth, placement: 'query', sessionToken: 'canary/' },
    })
    const signature = new URL(messages[0]?.target.targetUri ?? '').searchParams.get('X-Amz-Signature') ?? ''
    if (!outcome.ok) throw new Error('It failed')
    const shown = JSON.stringify(outcome.value.exchange)
    expect(signature).toMatch(/^[0-9a-f]{64}$/)
    expect(shown).not.toContain(signature)
    expect(shown).not.toContain('canary')
    expect(shown).toContain(`X-Amz-Signature=${mask}`)
  })
})

test('empty region and service are the defaults', async () => {
  const message = await sentMessage({ auth: { ...auth, region: ' ', service: '' } })
  expect(headerOf(message, 'authorization')).toContain('/20260102/us-east-1/execute-api/aws4_request,')
  expect(headerOf(message, 'x-amz-date')).toBe('20260102T030405Z')
  expect(headerOf(message, 'x-amz-content-sha256')).toBeUndefined()
})

test('storage signs the path unchanged and sends the hash', async () => {
  const message = await sentMessage({
    auth: { ...auth, service: 's3' },
    request: { url: 'http://h.example/a//./b%20c' },
  })
  expect(headerOf(message, 'x-amz-content-sha256')).toMatch(/^e3b0c442/)
  expect(message.target.pathAndQuery).toBe('/a//./b%20c')
})

test('a file is streamed, so its payload is not signed', async () => {
  const message = await sentMessage({
    auth: { ...auth, service: 's3' },
    request: {
      method: 'PUT',
      body: { type: 'file', files: [{ filePath: '/a', contentType: '', selected: true }] },
    },
    ports: { files: testFiles({ '/a': 7 }) },
  })
  expect(headerOf(message, 'x-amz-content-sha256')).toBe('UNSIGNED-PAYLOAD')
})

test('incomplete keys are refused by name', async () => {
  const code = 'AUTH_FIELD_MISSING'
  expect(await refusal({ auth: { ...auth, secretAccessKey: '' } })).toEqual({
    code,
    subject: 'Secret Access Key',
  })
  expect(await refusal({ auth: { ...auth, accessKeyId: '' } })).toEqual({ code, subject: 'Access Key ID' })
})

describe('a change by a script after signing', () => {
  const overrides = { method: null, setHeaders: [], deletedHeaders: [], content: null }
  const noticesAfter = async (changes: Partial<typeof overrides> | object) => {
    const { ports } = recordingPorts(() => ok(exchange(200)))
    const message = await sentMessage({
      auth: { ...auth, service: 's3' },
      request: {
        method: 'POST',
        headers: [row('X-A', '1')],
        body: { type: 'raw', language: 'text', text: 'a' },
      },
      ports: {
        scripts: {
          ...ports.scripts,
          async runPreRequest(run) {
            const outcome = await ports.scripts.runPreRequest(run)
            if (!outcome.ok) return outcome
            return ok({ ...outcome.value, overrides: { ...overrides, ...changes } })
          },
        },
      },
    })
    return message.notices
  }

  test.each([
    [{ method: 'PUT' }, ['method']],
    [{ content: { text: 'b', mediaType: null } }, ['body']],
    [{ setHeaders: [{ name: 'x-a', value: '2' }] }, ['x-a']],
    [{ deletedHeaders: ['X-A'] }, ['X-A']],
  ])('is named: %j', async (changes, names) => {
    expect(await noticesAfter(changes)).toEqual([{ code: 'SIGNATURE_OUTDATED', names }])
  })

  test.each([
    { method: 'POST' },
    { content: { text: 'a', mediaType: null } },
    { setHeaders: [{ name: 'X-New', value: '2' }] },
    { setHeaders: [{ name: 'User-Agent', value: 'me' }] },
    {
      setHeaders: [
        { name: 'X-A', value: '2' },
        { name: 'Authorization', value: 'signed by the script' },
      ],
    },
  ])('that the signature survives is none: %j', async changes => {
    expect(await noticesAfter(changes)).toEqual([])
  })
})
