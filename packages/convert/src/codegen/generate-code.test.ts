import { fileURLToPath } from 'node:url'
import { type EffectiveAuth, newAuth, newHttpRequest, row } from '@parley/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CodeInput } from './code-request.ts'
import { codeTargets, generateCode } from './generate-code.ts'

const golden = fileURLToPath(new URL('../../golden/codegen', import.meta.url))
const settings = { includeAuth: true, keepsVariables: true }

function input(
  fields: Parameters<typeof newHttpRequest>[0],
  auth: EffectiveAuth = { type: 'none' },
): CodeInput {
  return { ...newHttpRequest(fields), auth }
}

const requests: Readonly<Record<string, CodeInput>> = {
  'kept-variables': input(
    {
      method: 'POST',
      url: '{{baseUrl}}/books/:id?q={{term}} x',
      pathParams: [row('id', '{{bookId}}')],
      headers: [row('Accept', 'application/json'), { ...row('X-Off', '1'), enabled: false }],
      cookies: [row('sid', '{{sid}}')],
      body: {
        type: 'raw',
        language: 'json',
        text: '{\n  "title": "{{title}}",\n  "n": 12345678901234567890\n}',
      },
    },
    { type: 'bearer', token: '{{token}}' },
  ),
  form: input(
    {
      method: 'PUT',
      url: 'https://a.test/form',
      body: { type: 'urlEncoded', fields: [row('a', '1 2'), row('a', 'é')] },
    },
    { type: 'basic', username: 'ann', password: 'pässword' },
  ),
  upload: input(
    {
      method: 'POST',
      url: 'https://a.test/up',
      body: {
        type: 'multipart',
        parts: [
          { kind: 'text', name: 'title', value: "it's", enabled: true },
          { kind: 'text', name: 'off', value: '', enabled: false },
          { kind: 'file', name: 'cover', filePaths: ['/home/ann/a b.png'], enabled: true },
        ],
      },
    },
    { type: 'apiKey', key: 'key', value: 'a&b', placement: 'query' },
  ),
  'binary-file': input(
    {
      method: 'PUT',
      url: 'https://a.test/file',
      body: { type: 'file', files: [{ filePath: 'photo.jpg', contentType: '', selected: true }] },
    },
    { ...newAuth('signatureV4'), accessKeyId: 'AK', secretAccessKey: 'SK' },
  ),
}

describe.each(codeTargets.map(target => [target.id, target] as const))('%s', (id, target) => {
  test.each(Object.entries(requests))('%s', async (name, request) => {
    const plain = generateCode(target, request, settings)
    const bare = generateCode(target, request, {
      includeAuth: false,
      keepsVariables: true,
      options: {
        timeoutMs: 1500,
        followRedirects: false,
        shortFlags: true,
        multiline: false,
        quoteStyle: 'double',
      },
    })
    await expect(`${plain}\n=== without auth, other options\n${bare}`).toMatchFileSnapshot(
      `${golden}/${name}.${id}`,
    )
  })

  test('what cannot be sent is told in a comment of one line', () => {
    const code = generateCode(
      target,
      input({ url: 'http://a.test', headers: [row('X-A', 'a\r\nInjected: 1'), row('a\nb', 'c')] }),
      settings,
    )
    expect(code).not.toContain('Injected')
    expect(code.split('\n').filter(line => line.includes('is left out'))).toHaveLength(2)
  })

  test('any text makes lines without characters that are not seen', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 })
    fc.assert(
      fc.property(text, text, text, (url, name, value) => {
        const request = input({
          method: value,
          url: `http://a.test/${url}`,
          headers: [row(name, value)],
          body: {
            type: 'multipart',
            parts: [
              { kind: 'text', name, value, enabled: true, contentType: url },
              { kind: 'file', name, filePaths: [value], enabled: true, contentType: url },
            ],
          },
        })
        const code = generateCode(target, request, settings)
        expect(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.exec(code.replace(/[\n\t]/g, ''))).toBeNull()
        expect(code.isWellFormed()).toBe(true)
      }),
    )
  })
})

const canary = 'canaryQ7'
const oauth2 = { ...newAuth('oauth2'), accessToken: canary, clientSecret: canary }
const auths: readonly EffectiveAuth[] = [
  { type: 'bearer', token: canary },
  { type: 'apiKey', key: 'X-Key', value: canary, placement: 'header' },
  { type: 'apiKey', key: 'key', value: canary, placement: 'query' },
  { type: 'basic', username: 'ann', password: canary },
  { type: 'digest', username: 'ann', password: canary },
  { type: 'ntlm', username: 'ann', password: canary, domain: 'd' },
  { type: 'wsse', username: 'ann', password: canary },
  { ...newAuth('signatureV4'), accessKeyId: 'AK', secretAccessKey: canary },
  { ...newAuth('oauth1'), consumerKey: 'ck', consumerSecret: canary },
  { ...newAuth('jwt'), secret: canary },
  { ...newAuth('hawk'), id: 'h', key: canary },
  oauth2,
  { ...oauth2, token: { ...oauth2.token, placement: 'query', placementName: 'access' } },
]

describe.each(
  auths.map(auth => [`${auth.type} ${'placement' in auth ? auth.placement : ''}`, auth] as const),
)('authorization %s', (_name, auth) => {
  test('is in the code of each target, or told in it; without Include auth nothing of it is', () => {
    for (const target of codeTargets) {
      const request = input({ url: 'http://a.test/p?q=1' }, auth)
      const code = generateCode(target, request, settings)
      const basic = Buffer.from(`ann:${canary}`).toString('base64')
      const isTold = /authorization is worked out for each request|has no .* authorization/.test(code)
      expect(isTold || code.includes(canary) || code.includes(basic), `${target.id}\n${code}`).toBe(true)
      const bare = generateCode(target, request, { ...settings, includeAuth: false })
      expect(bare.includes(canary) || bare.includes(basic), bare).toBe(false)
      expect(bare).toContain('a.test/p?q=1')
    }
  })
})

test('Digest and the like are told where a library has no part for them', () => {
  const code = codeTargets.map(target =>
    generateCode(target, input({ url: 'http://a.test' }, { ...newAuth('ntlm'), username: 'u' }), settings),
  )
  const isTold = code.map(one => one.includes('has no NTLM authorization'))
  expect(codeTargets.filter((_, index) => !isTold[index]).map(target => target.id)).toEqual([
    'curl',
    'php',
    'wget',
    'c',
  ])
})
