import { describe, expect, test } from 'vitest'
import { importBruno } from './import-bruno.ts'

/** Imports a collection that has one request. */
function requestOf(text: string) {
  const bytes = (content: string) => new TextEncoder().encode(content)
  const result = importBruno([
    { path: 'bruno.json', bytes: bytes('{"version":"1","name":"C","type":"collection"}') },
    { path: 'one.bru', bytes: bytes(text) },
  ])
  if (!result.ok) throw new Error(result.failure.code)
  const { collections, report } = result.value
  return { request: collections[0]?.items[0], report }
}

const losses = (report: ReturnType<typeof requestOf>['report']) =>
  report.losses.map(({ code, subject }) => `${code} ${subject}`)

describe('OAuth 1.0', () => {
  const signed = (fields: Readonly<Record<string, string>>) =>
    requestOf(
      `get {\n  url: http://a\n  auth: oauth1\n}\n\nauth:oauth1 {\n${Object.entries(fields)
        .map(([name, value]) => `  ${name}: ${value}\n`)
        .join('')}}\n`,
    )

  test('all fields', () => {
    const { request, report } = signed({
      consumer_key: '{{ck}}',
      consumer_secret: '{{cs}}',
      access_token: '{{at}}',
      token_secret: '{{ts}}',
      callback_url: 'https://a/callback',
      verifier: 'v',
      signature_method: 'HMAC-SHA512',
      private_key: '{{pk}}',
      timestamp: '1234567890',
      nonce: 'n',
      version: '1.0',
      realm: 'r',
      placement: 'query',
      include_body_hash: 'true',
    })
    expect(request).toMatchObject({
      auth: {
        type: 'oauth1',
        consumerKey: '{{ck}}',
        consumerSecret: '{{cs}}',
        accessToken: '{{at}}',
        accessTokenSecret: '{{ts}}',
        callbackUrl: 'https://a/callback',
        verifier: 'v',
        signatureMethod: 'HMAC-SHA512',
        privateKey: { source: 'text', value: '{{pk}}' },
        timestamp: '1234567890',
        nonce: 'n',
        version: '1.0',
        realm: 'r',
        placement: 'query',
        includeBodyHash: true,
      },
    })
    expect(losses(report)).toEqual([])
  })

  test('a key in a file is a file that the user selects again', () => {
    const { request, report } = signed({ signature_method: 'RSA-SHA1', private_key: '@file(keys/a.pem)' })
    expect(request).toMatchObject({ auth: { privateKey: { source: 'file', value: 'keys/a.pem' } } })
    expect(report.filesToPick.map(({ filePath }) => filePath)).toEqual(['keys/a.pem'])
  })
})

const message = (kind: string, name: string, content: string) =>
  `body:${kind} {\n  name: ${name}\n  content: '''\n    ${content}\n  '''\n}\n`

test('all messages and the assertions of a gRPC request are imported, and the rest is named', () => {
  const { request, report } = requestOf(`meta {
  name: Call
  type: grpc
}

grpc {
  url: http://a
  method: /books.Books/Add
  methodType: client-streaming
}

${message('grpc', 'first', '{"id": 9007199254740993}')}
${message('grpc', 'second', '{"id": 2}')}
assert {
  res.status: eq 0
  ~res.body.id: isDefined
}

vars:post-response {
  id: res.body.id
}
`)
  expect(request).toMatchObject({
    kind: 'grpc',
    methodType: 'clientStreaming',
    messages: [
      { title: 'first', selected: false, text: '{"id": 9007199254740993}' },
      { title: 'second', selected: false, text: '{"id": 2}' },
    ],
    assertions: [
      { expression: 'res.status', operator: 'eq', value: '0', enabled: true },
      { expression: 'res.body.id', operator: 'isDefined', enabled: false },
    ],
  })
  expect(losses(report)).toEqual(['NOT_READ vars:post-response'])
})

test('blocks that a WebSocket cannot hold are named', () => {
  const { request, report } = requestOf(`meta {
  name: Chat
  type: ws
}

ws {
  url: ws://a
}

${message('ws', 'first', 'one')}
${message('ws', 'second', 'two')}
assert {
  res.status: eq 101
}

settings {
  timeout: 1500
  keepAliveInterval: 250
}
`)
  expect(request).toMatchObject({
    settings: { timeoutMs: 1500 },
    webSocket: { keepAliveIntervalMs: 250, messages: [{ data: 'one' }, { data: 'two' }] },
  })
  expect(losses(report)).toEqual(['NOT_READ assert'])
})

describe('a body that is not chosen', () => {
  const withBody = (mode: string, blocks: string) =>
    requestOf(`post {\n  url: http://a\n  body: ${mode}\n  auth: none\n}\n\n${blocks}`)
  const json = 'body:json {\n  {"a": 1}\n}\n'
  const form = 'body:form-urlencoded {\n  a: 1\n  ~b: 2\n}\n'

  test.each([
    ['none', json, ['BODY_DISABLED {"a": 1}']],
    ['none', form, ['BODY_DISABLED a: 1\n~b: 2']],
    ['xml', `${json}\nbody:xml {\n  <a/>\n}\n`, ['BODY_DISABLED {"a": 1}']],
    [
      'none',
      'body:graphql {\n  { a }\n}\n\nbody:graphql:vars {\n  {"x": 1}\n}\n',
      ['BODY_DISABLED { a }', 'BODY_DISABLED {"x": 1}'],
    ],
    ['none', 'body:json {\n}\n', []],
    ['json', json, []],
    ['formUrlEncoded', form, []],
  ])('with the mode %s is named', (mode, blocks, expected) => {
    expect(losses(withBody(mode, blocks).report)).toEqual(expected)
  })
})

test.each([
  ['json', '', { type: 'none' }],
  ['json', 'body:json {\n}\n', { type: 'none' }],
  ['json', 'body:json {\n  {}\n}\n', { type: 'raw', language: 'json', text: '{}' }],
  ['text', '', { type: 'raw', language: 'text', text: '' }],
])('the mode %s with the block %j is a body as in Bruno', (mode, block, body) => {
  const { request } = requestOf(`post {\n  url: http://a\n  body: ${mode}\n  auth: none\n}\n\n${block}`)
  expect(request).toMatchObject({ body })
})
