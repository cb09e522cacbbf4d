import { expect, test } from 'vitest'
import { importDocument } from '../import-document.ts'
import { httpRequestsIn, requestsIn } from '../imported.testkit.ts'
import { memberText } from '../json-value.ts'

function imported(value: unknown) {
  const result = importDocument(new TextEncoder().encode(JSON.stringify(value)))
  if (!result.ok) throw new Error(result.failure.code)
  return result.value
}

const workspace = { _id: 'w', _type: 'workspace', name: 'W' }
const v4 = (...resources: object[]) => ({
  _type: 'export',
  __export_format: 4,
  resources: [workspace, ...resources],
})
const request = (id: string, parentId: string) => ({
  _id: id,
  _type: 'request',
  parentId,
  name: id,
  url: 'http://a',
})
const group = (id: string, parentId: string) => ({ _id: id, _type: 'request_group', parentId, name: id })

test('circular groups and their content are still imported', () => {
  const { collections } = imported(
    v4(group('a', 'b'), group('b', 'a'), request('r', 'a'), request('s', 'nowhere'), request('t', 'w')),
  )
  expect(requestsIn(collections)).toBe(3)
})

test.each([
  [{ name: 'at', value: '10:00+02:00' }, 'http://a?at=10:00%2B02:00'],
  [{ name: 'a+b', value: '{{ _.c }}+' }, 'http://a?a%2Bb={{c}}%2B'],
  [{ name: 'flag', value: '' }, 'http://a?flag'],
  [{ name: 'a b', value: '' }, 'http://a?a b'],
  [{ name: 'a&b', value: '' }, 'http://a?a%26b='],
  [{ name: '', value: 'lost' }, 'http://a'],
  [{ name: 'q', value: 'a b%20c,d', disabled: false }, 'http://a?q=a%20b%20c,d'],
  [{ name: 'off', value: '', disabled: true }, 'http://a'],
])('the row %j of the query is sent as by Insomnia', (row, expected) => {
  const { collections } = imported(v4({ ...request('r', 'w'), parameters: [row] }))
  expect(httpRequestsIn(collections[0]?.items ?? [])).toMatchObject([{ url: expected }])
})

test('no request of a long chain of groups is lost', () => {
  const groups = Array.from({ length: 5000 }, (_, index) =>
    group(`g${index + 1}`, index === 0 ? 'w' : `g${index}`),
  )
  expect(requestsIn(imported(v4(...groups, request('r', 'g5000'))).collections)).toBe(1)
})

test('further items of a user are named if Parley cannot hold them (v4)', () => {
  const { report } = imported(
    v4(
      request('r', 'w'),
      { _id: 'j', _type: 'cookie_jar', parentId: 'w', name: 'Jar', cookies: [{ key: 'a', value: 'b' }] },
      { _id: 'k', _type: 'cookie_jar', parentId: 'w', name: 'Empty', cookies: [] },
      { _id: 'p', _type: 'proto_file', parentId: 'elsewhere', name: 'hello.proto', protoText: 'x' },
      { _id: 't', _type: 'unit_test', parentId: 'w', name: 'Returns 200', code: 'x' },
      { _id: 's', _type: 'api_spec', parentId: 'w', fileName: 'Design', contents: 'openapi: 3.0.0' },
      { _id: 'm', _type: 'workspace_meta', parentId: 'w' },
    ),
  )
  expect(report.losses.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
    'NOT_READ The cookie jar “Jar”',
    'NOT_READ The proto file “hello.proto”',
    'NOT_READ The unit test “Returns 200”',
    'NOT_READ The api spec “Design”',
  ])
})

test('further items of a user are named if Parley cannot hold them (v5)', () => {
  const { report } = imported({
    type: 'collection.insomnia.rest/5.0',
    name: 'W',
    collection: [],
    cookieJar: { name: 'Jar', cookies: [{ key: 'a' }] },
    testSuites: [{ name: 'Suite' }],
    spec: { contents: {} },
    certificates: [{ host: 'a.test' }],
  })
  expect(report.losses.map(one => one.subject)).toEqual([
    'The cookie jar “Jar”',
    'The unit test suite “Suite”',
    'The certificate for “a.test”',
    'The API spec',
  ])
})

test('saved messages of a WebSocket are imported with it', () => {
  const socket = { _id: 'ws-req_1', _type: 'websocket_request', parentId: 'w', name: 'S', url: 'ws://a' }
  const payload = { _id: 'p', _type: 'websocket_payload', parentId: 'ws-req_1', name: 'Hello', value: '{}' }
  const { collections } = imported(v4(socket, { ...payload, mode: 'application/json' }))
  expect(collections[0]?.items[0]).toMatchObject({
    webSocket: { messages: [{ title: 'Hello', selected: false, format: 'json', data: '{}' }] },
  })
})

test('a GraphQL body keeps its operation and the digits of its variables', () => {
  const variables = '{"id": 9007199254740993, "a": {"variables": [1.50, "}\\","]}}'
  const text = `{"query": "query Q {q}", "operationName": "Q", "variables": ${variables}, "extensions": {"v": 1.0}}`
  const body = { mimeType: 'application/graphql', text }
  const { collections } = imported(v4({ ...request('r', 'w'), method: 'POST', body }))
  expect(collections[0]?.items[0]).toMatchObject({
    body: {
      type: 'graphql',
      query: 'query Q {q}',
      operationName: 'Q',
      variables,
      extensions: '{"v": 1.0}',
    },
  })
})

test.each([
  ['{"variables":1,"variables": {"b":2}}', '{"b":2}'],
  ['{ "variables" : [1, 2.0] , "x": ":" }', '[1, 2.0]'],
  ['{"\\u0076ariables":{}}', '{}'],
  ['{"x":{"variables":{}}}', ''],
  ['{}', ''],
])('the text of a member of %s', (text, expected) => {
  expect(memberText(text, 'variables')).toBe(expected)
})

test.each([
  ['a method', { method: 'POST' }, 'http'],
  ['a body', { body: { mimeType: 'application/json', text: '{}' } }, 'http'],
  ['an address', { url: 'http://a' }, 'http'],
  ['a method of gRPC', { meta: { id: 'greq_1' }, protoMethodName: '/a.B/C' }, 'grpc'],
  ['messages', { meta: { id: 'ws-req_1' }, payloads: [] }, 'webSocket'],
  ['children', { children: [] }, 'folder'],
  ['none of these', {}, 'folder'],
])('an item of v5 with %s', (_what, fields, kind) => {
  const file = { type: 'collection.insomnia.rest/5.0', name: 'C', collection: [{ name: 'One', ...fields }] }
  expect(imported(file).collections[0]?.items).toMatchObject([{ kind, name: 'One' }])
})

test('a request of v5 without an address keeps its method and body', () => {
  const one = { name: 'One', method: 'PUT', body: { mimeType: 'application/json', text: '{"a":1.10}' } }
  const { collections, report } = imported({
    type: 'collection.insomnia.rest/5.0',
    name: 'C',
    collection: [one],
  })
  expect(collections[0]?.items).toMatchObject([
    { method: 'PUT', url: '', body: { type: 'raw', language: 'json', text: '{"a":1.10}' } },
  ])
  expect(report.losses).toEqual([])
})

const template = "{% now 'iso-8601' %}"

test.each([
  ['http://a.test/{{ _.id }}/books?key=secret', '/{{id}}/books'],
  ['http://user:secret@a.test', 'a.test'],
  ['', 'Untitled request'],
])('notes on a request without a name name it by its URL %j', (url, place) => {
  const one = { url, headers: [{ name: 'At', value: template }], authentication: { type: 'asap' } }
  const file = {
    type: 'collection.insomnia.rest/5.0',
    name: 'W',
    collection: [{ meta: { id: 'req_1' }, ...one }],
  }
  const flat = v4({ _id: 'r', _type: 'request', parentId: 'w', ...one })
  for (const source of [file, flat])
    expect(imported(source).report.losses.map(({ path }) => path.at(-1))).toEqual([place, place])
})

test('notes on a folder without a name name it as it is imported', () => {
  const one = { meta: { id: 'fld_1' }, description: template, children: [] }
  const { collections, report } = imported({
    type: 'collection.insomnia.rest/5.0',
    name: 'W',
    collection: [one],
  })
  expect(collections[0]?.items).toMatchObject([{ name: 'Folder' }])
  expect(report.losses.map(({ path }) => path)).toEqual([['Folder']])
})

test('a variable with a URL is not taken for a request', () => {
  const data = { service: { url: template } }
  const environment = { _id: 'e', _type: 'environment', parentId: 'w', data }
  const { report } = imported(v4(request('r', 'w'), environment))
  expect(report.losses.map(({ path }) => path.filter(name => name !== ''))).toEqual([[]])
})

test.each([
  [
    'application/json',
    { mimeType: 'application/json', text: '{"a":1}' },
    { type: 'raw', language: 'json', text: '{"a":1}' },
  ],
  ['', { mimeType: 'application/xml', text: '<a/>' }, { type: 'raw', language: 'xml', text: '<a/>' }],
  ['application/json', { text: { text: '{{ _.x }}' } }, { type: 'raw', language: 'json', text: '{{x}}' }],
])('a body whose text is a body of %j is the inner text', (mimeType, text, body) => {
  const { collections } = imported(v4({ ...request('r', 'w'), body: { mimeType, text } }))
  expect(collections[0]?.items).toMatchObject([{ body }])
})

test('the type of a part that has several lines is kept', () => {
  const params = [
    { name: 'a', value: '1', multiline: 'text/plain' },
    { name: 'b', value: '2', multiline: true },
  ]
  const { collections } = imported(
    v4({ ...request('r', 'w'), body: { mimeType: 'multipart/form-data', params } }),
  )
  expect(collections[0]?.items).toMatchObject([{ body: { type: 'multipart' } }])
  const [item] = collections[0]?.items ?? []
  expect(item?.kind === 'http' && item.body.type === 'multipart' && item.body.parts).toEqual([
    { kind: 'text', name: 'a', value: '1', enabled: true, contentType: 'text/plain' },
    { kind: 'text', name: 'b', value: '2', enabled: true },
  ])
})

test('settings that Parley does not have are named if they change what is sent', () => {
  const settings = {
    ...{ settingSendCookies: false, settingStoreCookies: false },
    settingDisableRenderRequestBody: true,
  }
  const named = (members: object) =>
    imported(v4({ ...request('r', 'w'), ...members })).report.losses.map(({ code, subject }) => [
      code,
      subject,
    ])
  expect(named(settings)).toEqual([
    ['SETTING_NOT_SUPPORTED', 'settingSendCookies: false'],
    ['SETTING_NOT_SUPPORTED', 'settingStoreCookies: false'],
    ['SETTING_NOT_SUPPORTED', 'settingDisableRenderRequestBody: true'],
  ])
  expect(named({ settings: { cookies: { send: false, store: false }, renderRequestBody: false } })).toEqual([
    ['SETTING_NOT_SUPPORTED', 'cookies.send: false'],
    ['SETTING_NOT_SUPPORTED', 'cookies.store: false'],
    ['SETTING_NOT_SUPPORTED', 'renderRequestBody: false'],
  ])
  expect(named({ settings: { cookies: { send: true, store: true }, renderRequestBody: true } })).toEqual([])
  expect(named({ settingSendCookies: true, settingDisableRenderRequestBody: false })).toEqual([])
})
