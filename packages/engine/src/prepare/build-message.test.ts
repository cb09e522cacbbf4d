import { type HeaderField, type HttpBody, type Row, row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { countingSources, testFiles, testHostNames, testSettings } from '../engine-fixture.testkit.ts'
import { buildMessage } from './build-message.ts'
import { chosenByUser } from './gate/choose-origins.ts'
import type { RenderedRequest } from './rendered-request.ts'

function build(fields: Partial<RenderedRequest>) {
  return buildMessage(
    {
      stage: 'rendered',
      method: 'GET',
      url: 'http://h.example/',
      headers: [],
      cookies: [],
      body: { type: 'none' },
      auth: { type: 'none' },
      settings: testSettings,
      notices: [],
      secrets: { url: [], rows: [], body: [], auth: [], known: [] },
      origins: chosenByUser,
      marked: { method: fields.method ?? 'GET', url: fields.url ?? 'http://h.example/' },
      ...fields,
    },
    { ...countingSources(), hostNames: testHostNames, files: testFiles({ '/a.png': 7 }) },
  )
}

async function built(fields: Partial<RenderedRequest>) {
  const message = await build(fields)
  if (!message.ok) throw new Error(JSON.stringify(message.failure))
  return message.value
}

const lines = (headers: readonly HeaderField[]) => headers.map(({ name, value }) => `${name}: ${value}`)
const sent = async (fields: Partial<RenderedRequest>) => lines((await built(fields)).headers)
const raw = (text: string, language: 'text' | 'json' = 'json'): HttpBody => ({ type: 'raw', language, text })
const rows = (...pairs: readonly (readonly [string, string])[]): Row[] =>
  pairs.map(([name, value]) => row(name, value))
const own = ['Host: h.example', 'User-Agent: Parley/1.0']

describe('header fields', () => {
  test('are sent in the order: connection, typed ones as typed, content', async () => {
    const headers = rows(['x-B', '1'], ['X-a', 'Zoë 書'], ['X-B', '2'], ['X-Empty', ''], ['x-B', '1'])
    expect(await sent({ method: 'POST', headers, body: raw('{}') })).toEqual([
      ...own,
      'x-B: 1',
      'X-a: Zoë 書',
      'X-B: 2',
      'X-Empty: ',
      'x-B: 1',
      'Content-Type: application/json',
      'Content-Length: 2',
    ])
  })

  test('of the user replace generated ones with the same name', async () => {
    const headers = rows(
      ['content-length', '2'],
      ['HOST', 'other'],
      ['user-agent', 'me'],
      ['Content-TYPE', 'text/x'],
    )
    expect(await sent({ method: 'POST', headers, body: raw('{}') })).toEqual([
      'content-length: 2',
      'HOST: other',
      'user-agent: me',
      'Content-TYPE: text/x',
    ])
  })

  test('with an empty value replace them too; rows without a name are ignored', async () => {
    expect(await sent({ headers: rows(['User-Agent', ''], ['', 'x']) })).toEqual([
      'Host: h.example',
      'User-Agent: ',
    ])
  })

  test('lose blanks around a value, however many are in it', async () => {
    // In quadratic time, the test would not end.
    const gap = ' '.repeat(1_000_000)
    expect(await sent({ headers: rows(['X', ` \ta${gap}b\t `], ['Y', gap]) })).toEqual([
      ...own,
      `X: a${gap}b`,
      'Y: ',
    ])
  })

  test('name the port if it is not the scheme’s default', async () => {
    expect((await sent({ url: 'https://[::1]:80' }))[0]).toBe('Host: [::1]:80')
    expect((await sent({ url: 'https://h:443' }))[0]).toBe('Host: h')
  })

  test.each(['bad name', 'bad:', 'é', 'a\r\nb', ' ', 'X '])(
    'with the name %j are refused by it',
    async name => {
      expect(await build({ headers: rows([name, 'x']) })).toMatchObject({
        ok: false,
        failure: { kind: 'invalidRequest', code: 'INVALID_HEADER_NAME', step: 'prepare', subject: name },
      })
    },
  )

  test.each(['a\r\nInjected: 1', 'a\n', 'a\0', '\x7f', '\x01'])(
    'with the value %j are refused by their name',
    async value => {
      const failure = { kind: 'invalidRequest', code: 'INVALID_HEADER_VALUE', step: 'prepare' }
      expect(await build({ headers: rows(['X-Bad', value]) })).toMatchObject({
        failure: { ...failure, subject: 'X-Bad' },
      })
      expect(await build({ cookies: rows(['a', value]) })).toMatchObject({
        failure: { ...failure, subject: 'Cookie' },
      })
    },
  )

  test('may hold a tab within', async () => {
    expect(await sent({ headers: rows(['X', 'a\tb']) })).toContain('X: a\tb')
  })
})

describe('cookies', () => {
  test('of the table are sent in one field, without encoding', async () => {
    const cookies = rows(['a', '1'], ['b', 'x=y "z"'], ['', 'nameless'], ['a', ''])
    expect(await sent({ cookies })).toEqual([...own, 'Cookie: a=1; b=x=y "z"; a='])
  })

  test('follow those of Cookie rows, at the position of the first', async () => {
    const headers = rows(['X', '1'], ['cookie', 'typed=1'], ['Y', '2'], ['Cookie', ''], ['COOKIE', 'more=2'])
    expect(await sent({ headers, cookies: rows(['a', '1']) })).toEqual([
      ...own,
      'X: 1',
      'cookie: typed=1; more=2; a=1',
      'Y: 2',
    ])
  })

  test('of rows only stay as typed', async () => {
    expect(await sent({ headers: rows(['Cookie', 'a=1'], ['Cookie', 'b=2']) })).toEqual([
      ...own,
      'Cookie: a=1',
      'Cookie: b=2',
    ])
  })
})

describe('content', () => {
  test('is the text as typed, as UTF-8, and its length in bytes', async () => {
    const message = await built({ method: 'PUT', body: raw('{ "é": 書 }\r\n') })
    const bytes = new TextEncoder().encode('{ "é": 書 }\r\n')
    expect(message.content).toEqual([{ kind: 'bytes', bytes }])
    expect(lines(message.headers)).toContain(`Content-Length: ${bytes.byteLength}`)
  })

  test.each([
    ['text', 'text/plain'],
    ['json', 'application/json'],
    ['xml', 'application/xml'],
    ['html', 'text/html'],
    ['javascript', 'application/javascript'],
    ['yaml', 'application/yaml'],
  ] as const)('of the language %s is %s', async (language, mediaType) => {
    expect(await sent({ body: { type: 'raw', language, text: 'x' } })).toContain(`Content-Type: ${mediaType}`)
  })

  test.each(['POST', 'PUT', 'PATCH'])('of a %s without a body has the length 0', async method => {
    expect(await sent({ method })).toEqual([...own, 'Content-Length: 0'])
    expect((await built({ method })).content).toEqual([])
  })

  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PURGE', 'post'])(
    'of a %s without a body has no length',
    async method => {
      expect(await sent({ method })).toEqual(own)
    },
  )

  test.each(['GET', 'DELETE'])('of a %s with a body is sent, even when empty', async method => {
    expect(await sent({ method, body: raw('x', 'text') })).toEqual([
      ...own,
      'Content-Type: text/plain',
      'Content-Length: 1',
    ])
    expect(await sent({ method, body: raw('', 'text') })).toEqual([
      ...own,
      'Content-Type: text/plain',
      'Content-Length: 0',
    ])
  })

  test('with a typed Transfer-Encoding gets no length', async () => {
    const headers = rows(['transfer-encoding', 'chunked'])
    expect(await sent({ method: 'POST', headers, body: raw('x', 'text') })).toEqual([
      ...own,
      'transfer-encoding: chunked',
      'Content-Type: text/plain',
    ])
  })

  test.each([
    [{ type: 'none' }, 'null', '0'],
    [{ type: 'urlEncoded', fields: [row('a', 'b c')] }, 'application/x-www-form-urlencoded', '5'],
    [{ type: 'graphql', query: '{a}', variables: '' }, 'application/json', '15'],
    [
      { type: 'multipart', parts: [{ kind: 'file', name: 'f', filePaths: ['/a.png'], enabled: true }] },
      'multipart/form-data; boundary=parley-uuid-1',
      '132',
    ],
    [{ type: 'file', files: [{ filePath: '/a.png', contentType: '', selected: true }] }, 'image/png', '7'],
  ] as const)('of %j has its type and length, or those that the user sets', async (body, type, length) => {
    const generated = [`Content-Type: ${type}`, `Content-Length: ${length}`]
    const accept = 'Accept: application/graphql-response+json, application/json;q=0.9'
    const ofType = body.type === 'graphql' ? [accept] : []
    expect(await sent({ method: 'POST', body })).toEqual([
      ...own,
      ...ofType,
      ...generated.filter(line => line !== 'Content-Type: null'),
    ])
    const headers = rows(['content-TYPE', 'mine'], ['accept', '*/*'], ['content-length', length])
    expect(await sent({ method: 'POST', body, headers })).toEqual([
      ...own,
      'content-TYPE: mine',
      'accept: */*',
      `content-length: ${length}`,
    ])
  })

  test.each<[string, Row[], string, string]>([
    [
      'both',
      rows(['Content-Length', '1'], ['Transfer-Encoding', 'chunked']),
      'FRAMED_TWICE',
      'Content-Length',
    ],
    [
      'a length twice',
      rows(['Content-Length', '1'], ['content-length', '1']),
      'FRAMED_TWICE',
      'Content-Length',
    ],
    [
      'chunks twice',
      rows(['Transfer-Encoding', 'chunked'], ['transfer-encoding', 'chunked']),
      'FRAMED_TWICE',
      'Transfer-Encoding',
    ],
    ['too long', rows(['Content-Length', '2']), 'CONTENT_LENGTH_WRONG', '2 (1)'],
    ['too short', rows(['Content-Length', '0']), 'CONTENT_LENGTH_WRONG', '0 (1)'],
    ['no number', rows(['Content-Length', '+1']), 'CONTENT_LENGTH_WRONG', '+1 (1)'],
    ['a list', rows(['Content-Length', '1, 1']), 'CONTENT_LENGTH_WRONG', '1, 1 (1)'],
    ['not in chunks', rows(['Transfer-Encoding', 'gzip']), 'TRANSFER_ENCODING_WRONG', 'gzip'],
    [
      'not in chunks at last',
      rows(['Transfer-Encoding', 'chunked, gzip']),
      'TRANSFER_ENCODING_WRONG',
      'chunked, gzip',
    ],
  ])(
    'framed by rows that contradict it (%s) is refused by name (HT14)',
    async (_, headers, code, subject) => {
      expect(await build({ method: 'POST', headers, body: raw('x', 'text') })).toMatchObject({
        ok: false,
        failure: { kind: 'invalidRequest', code, subject },
      })
    },
  )

  test('with correct framing by a row is sent, and so is a typed Host', async () => {
    const framed = [
      rows(['Content-Length', '1'], ['Host', 'other']),
      rows(['Transfer-Encoding', 'gzip, chunked']),
    ]
    for (const headers of framed)
      expect((await build({ method: 'POST', headers, body: raw('x', 'text') })).ok).toBe(true)
  })

  test('that cannot be built is named', async () => {
    expect(await build({ body: { type: 'file', files: [] } })).toMatchObject({
      failure: { kind: 'file', code: 'NO_FILE_SELECTED' },
    })
  })
})

describe('a Content-Type of the user for a form', () => {
  const parts = [{ kind: 'text', name: 'a', value: '1', enabled: true }] as const
  const form = { type: 'multipart', parts } as const

  test.each([
    ['multipart/form-data', 'multipart/form-data; boundary=parley-uuid-1'],
    ['Multipart/Mixed', 'Multipart/Mixed; boundary=parley-uuid-1'],
    ['multipart/form-data; charset=utf-8', 'multipart/form-data; charset=utf-8; boundary=parley-uuid-1'],
    ['multipart/form-data;', 'multipart/form-data; boundary=parley-uuid-1'],
  ])('%j gets the boundary of the form, and a notice', async (typed, value) => {
    const headers = rows(['content-type', typed])
    const message = await built({ method: 'POST', body: form, headers })
    expect(lines(message.headers)).toContain(`content-type: ${value}`)
    const [content] = message.content
    if (content?.kind !== 'bytes') throw new Error('The form has no bytes.')
    expect(new TextDecoder().decode(content.bytes)).toMatch(/^--parley-uuid-1\r\n/)
    expect(message.notices).toEqual([{ code: 'BOUNDARY_ADDED' }])
  })

  test.each([
    ['multipart/form-data; Boundary=mine', form],
    ['text/plain', form],
    ['multipart/form-data', raw('x', 'text')],
  ] as const)('%j of the body %j is sent as typed', async (typed, body) => {
    const message = await built({ method: 'POST', body, headers: rows(['Content-Type', typed]) })
    expect(lines(message.headers)).toContain(`Content-Type: ${typed}`)
    expect(message.notices).toEqual([])
  })

  test('that contains a secret gets the boundary in the text that scripts see as well', async () => {
    const hidden = { name: 'Content-Type', value: '{{type}}' }
    const header = { ...row('Content-Type', 'multipart/x'), shown: hidden, secretNames: ['type'] }
    const message = await built({ method: 'POST', body: form, headers: [header] })
    expect(message.headers.find(one => one.name === 'Content-Type')).toMatchObject({
      value: 'multipart/x; boundary=parley-uuid-1',
      shown: { name: 'Content-Type', value: '{{type}}; boundary=parley-uuid-1' },
    })
  })
})

describe('Auto-format JSON on send', () => {
  const text = '{"b":12345678901234567890.10,"a":{},"a":"\\u00e9{{x}}"}'
  const contentOf = async (body: HttpBody, autoFormatJson = true) => {
    const [part] = (await built({ body, settings: { ...testSettings, autoFormatJson } })).content
    return part?.kind === 'bytes' ? new TextDecoder().decode(part.bytes) : ''
  }

  test('formats JSON and changes no token', async () => {
    expect(await contentOf(raw(text))).toBe(
      '{\n  "b": 12345678901234567890.10,\n  "a": {},\n  "a": "\\u00e9{{x}}"\n}',
    )
    expect(await contentOf(raw(text), false)).toBe(text)
  })

  test.each(['{"a":{{x}}}', '[1,]', '', ' ', '{"a":1} '.repeat(2)])('leaves %j as typed', async other => {
    expect(await contentOf(raw(other))).toBe(other)
  })

  test('leaves other languages as typed', async () => {
    expect(await contentOf(raw(text, 'text'))).toBe(text)
  })

  test.each([
    ['{"a": {{b}} }', true, [{ code: 'NOT_FORMATTED' }]],
    ['{"a": {{b}} }', false, []],
    ['{"a": 1}', true, []],
    [' \n', true, []],
  ])('%j, formatted: %j, has the notices %j', async (text, autoFormatJson, notices) => {
    const message = await built({
      body: { type: 'raw', language: 'json', text },
      settings: { ...testSettings, autoFormatJson },
    })
    expect(message.notices).toEqual(notices)
  })
})

describe('user information of the URL', () => {
  const authorization = async (url: string, headers: Row[] = []) =>
    (await sent({ url, headers })).filter(line => line.toLowerCase().startsWith('authorization'))

  test('becomes Basic credentials as UTF-8, percent-decoded', async () => {
    expect(await authorization('http://user:pa%3Ass:w@h/')).toEqual([
      `Authorization: Basic ${btoa('user:pa:ss:w')}`,
    ])
    expect(await authorization('http://us%C3%A9r@h/')).toEqual([
      `Authorization: Basic ${Buffer.from('usér:').toString('base64')}`,
    ])
    expect(await authorization('http://50%:x@h/')).toEqual([`Authorization: Basic ${btoa('50%:x')}`])
    expect(await authorization('http://h/')).toEqual([])
    expect(await authorization('http://@h/')).toEqual([])
  })

  test('is replaced by a typed Authorization', async () => {
    expect(await authorization('http://user:p@h/', rows(['authorization', 'mine']))).toEqual([
      'authorization: mine',
    ])
  })

  test('may be long', async () => {
    const name = 'u'.repeat(300_000)
    expect(await authorization(`http://${name}@h/`)).toEqual([`Authorization: Basic ${btoa(`${name}:`)}`])
  })
})

describe('method', () => {
  test.each(['GET', 'purge', "!#$%&'*+-.^_`|~0aZ"])('%j is sent as typed', async method => {
    expect((await built({ method })).method).toBe(method)
  })

  test.each(['', 'GE T', 'GET\r\nX: y', 'GÉT', '{{m}}', 'GET '])('%j is refused', async method => {
    expect(await build({ method })).toMatchObject({
      failure: { kind: 'invalidRequest', code: 'INVALID_METHOD', step: 'prepare', subject: method },
    })
  })
})
