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

  test('what cannot be sent cannot end the comment that tells it', () => {
    const request = input(
      {
        url: 'http://a.test',
        headers: [row('X?\u200b><?php run(); ?>', ''), row('a\\u000arun();\\uu000a', '')],
      },
      { ...newAuth('apiKey'), key: 'b\r\nInjected', value: 'x\r\nInjected: 1' },
    )
    const code = generateCode(target, request, settings)
    expect(code).not.toMatch(/\?>|\\u|Injected: 1/)
    expect(code.split('\n').filter(line => line.includes('is left out'))).toHaveLength(3)
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

describe('what a shell tool would read in a word that is no option of ours (attacks UI8)', () => {
  const codeOf = (id: string, fields: Parameters<typeof newHttpRequest>[0]) => {
    const target = codeTargets.find(one => one.id === id)
    if (target === undefined) throw new Error(`There is no target ${id}`)
    return generateCode(target, input(fields), settings)
  }
  const textPart = { kind: 'text', name: 'a', value: 'b', enabled: true } as const
  const form = (parts: Extract<CodeInput['body'], { type: 'multipart' }>['parts']) => ({
    url: 'http://a.test',
    body: { type: 'multipart', parts } as const,
  })

  test.each([
    'text/plain;headers=@/etc/passwd',
    'text/plain; HEADERS=@/etc/passwd',
    'text/plain;encoder=base64',
    'text/plain,/etc/passwd',
    'text',
  ])('curl gets no type %j, behind which it would read files', contentType => {
    const code = codeOf(
      'curl',
      form([
        { ...textPart, contentType },
        { kind: 'file', name: 'f', filePaths: ['x.txt'], enabled: true, contentType },
      ]),
    )
    expect(code.split('\n').filter(line => line.startsWith('# curl cannot write the type'))).toHaveLength(2)
    expect(code.slice(code.indexOf('curl http'))).toBe(
      'curl http://a.test \\\n  --request GET \\\n  --location \\\n  --form-string a=b \\\n  --form \'f=@"x.txt"\'\n',
    )
  })

  test('curl gets the parameters that are of the type', () => {
    expect(codeOf('curl', form([{ ...textPart, contentType: 'text/plain; charset=utf-8' }]))).toContain(
      'type=text/plain; charset=utf-8',
    )
  })

  test('curl gets no name that holds the start of a value', () => {
    const code = codeOf('curl', form([{ ...textPart, name: 'a=@/etc/passwd;x', contentType: 'a/b' }]))
    expect(code).toContain(
      '# curl ends the name of a form field at its first =, so the field a=@/etc/passwd;x is',
    )
    expect(code).not.toContain('--form')
  })

  test('HTTPie gets no method that it would take for the address', () => {
    const code = codeOf('httpie', { method: 'evil.test', url: 'http://a.test' })
    expect(code).toContain(
      '# HTTPie knows methods of letters alone, so evil.test is left out.\nhttp http://a.test',
    )
  })

  test('HTTPie gets no header that it would take for an option', () => {
    const code = codeOf('httpie', { url: 'http://a.test', headers: [row('-o', 'x')] })
    expect(code).toMatch(/ -- GET http:\/\/a\.test \\\n {2}-o:x\n$/)
  })
})
