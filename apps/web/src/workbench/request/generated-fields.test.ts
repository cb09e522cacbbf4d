import {
  defaultGrpcOptions,
  defaultStreamSettings,
  defaultWebSocketPart,
  type GrpcOptions,
  grpcCallOf,
  type HttpRequest,
  newAuth,
  newGrpcRequest,
  newHttpRequest,
  row,
} from '@parley/model'
import { expect, test } from 'vitest'
import { generatedFields } from './generated-fields.ts'

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
  expect(generatedFields(draft, known, null)).toEqual({
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
    inherited: [],
    params: [],
  })
})

const callWith = (options: Partial<GrpcOptions>): HttpRequest =>
  grpcCallOf(newGrpcRequest({ url: 'localhost:50051', options: { ...defaultGrpcOptions, ...options } }))

test.each<[kind: string, HttpRequest, fields: Readonly<Record<string, string>>]>([
  [
    'gRPC',
    callWith({ deadlineMs: 2_000, compression: 'gzip' }),
    {
      Host: 'localhost:50051',
      TE: 'trailers',
      'grpc-timeout': '2000m',
      'grpc-encoding': 'gzip',
      'grpc-accept-encoding': 'identity,gzip,deflate',
      'Content-Type': 'application/grpc',
    },
  ],
  [
    'gRPC-Web',
    callWith({ web: 'binary' }),
    {
      Host: 'localhost:50051',
      Accept: 'application/grpc-web+proto',
      'X-Grpc-Web': '1',
      'grpc-accept-encoding': 'identity,gzip,deflate',
      'Content-Type': 'application/grpc-web+proto',
      'Content-Length': '',
    },
  ],
  [
    'Server-Sent Events',
    newHttpRequest({ url: 'http://h/', stream: { ...defaultStreamSettings, lastEventId: '7' } }),
    { Host: 'h', Accept: 'text/event-stream', 'Cache-Control': 'no-cache', 'Last-Event-ID': '7' },
  ],
  [
    'WebSocket',
    newHttpRequest({ url: 'ws://h/', webSocket: defaultWebSocketPart }),
    {
      Host: 'h',
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Key': '',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits',
    },
  ],
])('what each request of a kind sends is listed: %s', (_, draft, fields) => {
  const { userAgent, others } = generatedFields(draft, null, null)
  expect(userAgent?.value).toBe('Parley/1.0')
  expect(Object.fromEntries(others.map(({ name, value }) => [name, value ?? '']))).toEqual(fields)
  expect(others.every(({ hint }) => hint !== userAgent?.hint)).toBe(true)
})

test('a replaced header is marked as such, and the User-Agent leaves its row', () => {
  const headers = [row('host', 'x'), row('USER-AGENT', 'me')]
  expect(generatedFields(newHttpRequest({ url: 'http://h/', headers }), null, null)).toEqual({
    userAgent: null,
    others: [{ name: 'Host', value: 'h', hint: 'Replaced by your own Host' }],
    inherited: [],
    params: [],
  })
  const off = headers.map(header => ({ ...header, enabled: false }))
  expect(generatedFields(newHttpRequest({ headers: off }), null, null)).toMatchObject({
    userAgent: { value: 'Parley/1.0' },
    others: [{ name: 'Host', value: null, hint: 'From the URL' }],
  })
})

test('the Authorization header has its source, is masked, and is replaced by a row of the user', () => {
  const draft = newHttpRequest({ url: 'http://h/', auth: { type: 'bearer', token: 'secret-canary' } })
  const shown = generatedFields(draft, null, null)
  expect(shown.others).toContainEqual({
    name: 'Authorization',
    value: 'Bearer ••••••',
    hint: 'From the Authorization tab',
  })
  const own = generatedFields({ ...draft, headers: [row('authorization', 'mine')] }, null, null)
  expect(own.others).toContainEqual({
    name: 'Authorization',
    value: 'Bearer ••••••',
    hint: 'Replaced by your own Authorization',
  })
  const apiKey = { ...newAuth('apiKey'), key: 'X-{{host}}', value: 'secret-canary' }
  const inherited = {
    auth: apiKey,
    owner: { kind: 'collection', name: 'Bookshop API' },
    headers: [],
  } as const
  const inheriting = generatedFields(newHttpRequest(), known, inherited)
  expect(inheriting.others).toContainEqual({
    name: 'X-inner.test',
    value: '••••••',
    hint: 'From the authorization of Bookshop API',
  })
  expect(JSON.stringify([shown, own, inheriting])).not.toContain('canary')
})

test('inherited headers have their owners, and those that another takes the place of say which', () => {
  const inherited = {
    auth: { type: 'none' },
    owner: null,
    headers: [
      { name: 'X-Trace', value: '{{host}}', owner: 'Workspace' },
      { name: 'user-agent', value: 'Books', owner: 'Bookshop API' },
      { name: 'Accept', value: 'text/plain', owner: 'Admin' },
    ],
  } as const
  const draft = newHttpRequest({ url: 'http://h/', headers: [row('accept', '*/*')] })
  expect(generatedFields(draft, known, inherited)).toEqual({
    userAgent: null,
    others: [{ name: 'Host', value: 'h', hint: 'From the URL' }],
    inherited: [
      { name: 'X-Trace', value: 'inner.test', hint: 'From the headers of Workspace' },
      { name: 'user-agent', value: 'Books', hint: 'From the headers of Bookshop API' },
      { name: 'Accept', value: 'text/plain', hint: 'Replaced by your own Accept' },
    ],
    params: [],
  })
})

test('of a file with too many or too long headers the first are shown, cut, and the number of the others', () => {
  const headers = Array.from({ length: 1_102 }, (_, at) => ({
    name: `X-${at}`,
    value: 'x'.repeat(2_000),
    owner: 'Admin',
  }))
  const { inherited } = generatedFields(newHttpRequest({ url: 'http://h/' }), null, {
    auth: { type: 'none' },
    owner: null,
    headers,
  })
  expect(inherited).toHaveLength(101)
  expect(inherited[0]?.value).toHaveLength(1_000)
  expect(inherited.at(-1)).toEqual({ name: '…', value: '', hint: '1,002 more inherited headers' })
})

test('a generated field whose place an inherited header takes names its owner', () => {
  const headers = [{ name: 'content-type', value: 'a/b', owner: 'Admin' }]
  const draft = newHttpRequest({ method: 'POST', body: { type: 'raw', language: 'json', text: '{}' } })
  const { others } = generatedFields(draft, null, { auth: { type: 'none' }, owner: null, headers })
  expect(others).toContainEqual({
    name: 'Content-Type',
    value: 'application/json',
    hint: 'Replaced by the headers of Admin',
  })
})

test('an authorization in the query has its source, is masked, and is replaced by a param of the user', () => {
  const auth = { ...newAuth('apiKey'), key: 'key', value: 'secret-canary', placement: 'query' } as const
  const draft = newHttpRequest({ url: 'http://h/', auth })
  const shown = generatedFields(draft, null, null).params
  expect(shown).toEqual([{ name: 'key', value: '••••••', hint: 'From the Authorization tab' }])
  const own = generatedFields({ ...draft, url: 'http://h/?key=mine' }, null, null).params
  expect(own).toEqual([{ name: 'key', value: '••••••', hint: 'Replaced by your own key' }])
})
