import { fileURLToPath } from 'node:url'
import { type EffectiveAuth, type HttpBody, newAuth, row } from '@parley/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeTargets } from './code-targets.ts'
import { codeOf, type TestFields, targetOf } from './prepare-code.testkit.ts'
import { printCode } from './print-code.ts'

const golden = fileURLToPath(new URL('../golden', import.meta.url))

function input(fields: TestFields, auth: EffectiveAuth = { type: 'none' }): TestFields {
  return { ...fields, auth }
}

const requests: Readonly<Record<string, TestFields>> = {
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
    const plain = await codeOf(target, request)
    const options = {
      timeoutMs: 1500,
      followRedirects: false,
      shortFlags: true,
      multiline: false,
      quoteStyle: 'double',
    } as const
    const bare = await codeOf(target, request, { includesAuth: false }, options)
    await expect(`${plain}\n=== without auth, other options\n${bare}`).toMatchFileSnapshot(
      `${golden}/${name}.${id}`,
    )
  })

  test('no text ends the comment of a notice', async () => {
    const code = await codeOf(target, {
      url: 'http://a.test',
      auth: { ...newAuth('oauth1'), consumerKey: 'k' },
      headers: [row('Expect', 'x')],
    })
    const notices = ['X?\u200b><?php run(); ?>', 'a\\u000arun();\\uu000a', 'a\r\nInjected: 1']
    const request = { method: 'GET', url: 'http://a.test', headers: [], content: { kind: 'none' } } as const
    const printed = printCode(target, { ...request, auth: { type: 'none' }, notices })
    expect(code).toContain('The OAuth 1.0 authorization in this code is a sample')
    expect(printed).not.toMatch(/\?>|\\u|\nInjected/)
  })

  test('any text gives lines without invisible characters', () => {
    const codePoint = fc.integer({ min: 0, max: 0x10_ffff }).map(code => String.fromCodePoint(code))
    const text = fc.string({ unit: codePoint, maxLength: 30 })
    fc.assert(
      fc.property(text, text, text, (url, name, value) => {
        const code = printCode(target, {
          method: value,
          url: `http://a.test/${url}`,
          headers: [{ name, value }],
          content: {
            kind: 'multipart',
            parts: [
              { kind: 'text', name, value, contentType: url },
              { kind: 'file', name, filePath: value, fileName: value, contentType: url },
            ],
          },
          auth: { type: 'basic', username: name, password: value },
          notices: [url],
        })
        expect(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.exec(code.replace(/[\n\t]/g, ''))).toBeNull()
        expect(code.isWellFormed()).toBe(true)
      }),
    )
  })
})

const canary = 'canaryQ7'
const oauth2 = {
  ...newAuth('oauth2'),
  grantType: 'pasteAccessToken',
  accessToken: canary,
  clientSecret: canary,
} as const
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
  test('is in the code of each target, or stated in it, but not without Include auth', async () => {
    for (const target of codeTargets) {
      const request = input({ url: 'http://a.test/p?q=1' }, auth)
      const code = await codeOf(target, request)
      const basic = Buffer.from(`ann:${canary}`).toString('base64')
      const isStated = /authorization in this code is a sample|has no .* authorization/.test(code)
      expect(isStated || code.includes(canary) || code.includes(basic), `${target.id}\n${code}`).toBe(true)
      const bare = await codeOf(target, request, { includesAuth: false })
      expect(bare.includes(canary) || bare.includes(basic), bare).toBe(false)
      expect(bare).toContain('a.test/p?q=1')
    }
  })
})

test('Digest and similar schemes are stated if a library does not support them', async () => {
  const request = input({ url: 'http://a.test' }, { ...newAuth('ntlm'), username: 'u' })
  const code = await Promise.all(codeTargets.map(target => codeOf(target, request)))
  const isStated = code.map(one => one.includes('has no NTLM authorization'))
  expect(codeTargets.filter((_, index) => !isStated[index]).map(target => target.id)).toEqual([
    'curl',
    'php',
    'wget',
    'c',
  ])
})

describe('texts that a shell tool could take for options (attacks UI8)', () => {
  const codeBy = (id: string, fields: TestFields) => codeOf(targetOf(id), fields)
  const textPart = { kind: 'text', name: 'a', value: 'b', enabled: true } as const
  const form = (parts: Extract<HttpBody, { type: 'multipart' }>['parts']) => ({
    url: 'http://a.test',
    body: { type: 'multipart', parts } as const,
  })

  test.each([
    'text/plain;headers=@/etc/passwd',
    'text/plain; HEADERS=@/etc/passwd',
    'text/plain;encoder=base64',
    'text/plain,/etc/passwd',
    'text',
  ])('curl gets no type %j, behind which it would read files', async contentType => {
    const code = await codeBy(
      'curl',
      form([
        { ...textPart, contentType },
        { kind: 'file', name: 'f', filePaths: ['x.txt'], enabled: true, contentType },
      ]),
    )
    expect(code.split('\n').filter(line => line.startsWith('# curl cannot write the type'))).toHaveLength(2)
    expect(code.slice(code.indexOf('curl http'))).toBe(
      'curl http://a.test/ \\\n  --request GET \\\n  --location \\\n  --form-string a=b \\\n  --form \'f=@"x.txt"\'\n',
    )
  })

  test('curl gets the parameters of the type', async () => {
    expect(await codeBy('curl', form([{ ...textPart, contentType: 'text/plain; charset=utf-8' }]))).toContain(
      'type=text/plain; charset=utf-8',
    )
  })

  test('curl gets no name that contains the start of a value', async () => {
    const code = await codeBy('curl', form([{ ...textPart, name: 'a=@/etc/passwd;x', contentType: 'a/b' }]))
    expect(code).toContain(
      '# curl ends the name of a form field at its first =, so the field a=@/etc/passwd;x is',
    )
    expect(code).not.toContain('--form')
  })

  test('HTTPie gets no method that it would take for the address', async () => {
    const code = await codeBy('httpie', { method: 'evil.test', url: 'http://a.test' })
    expect(code).toContain(
      '# HTTPie accepts only methods of letters, so evil.test is left out.\nhttp http://a.test/',
    )
  })

  test('HTTPie gets no header that it would take for an option', async () => {
    const code = await codeBy('httpie', { url: 'http://a.test', headers: [row('-o', 'x')] })
    expect(code).toMatch(/ -- GET http:\/\/a\.test\/ \\\n {2}-o:x\n$/)
  })
})
