import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Collection, Item } from '@parley/model'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { importDocument } from '../import-document.ts'
import { importBruno } from './import-bruno.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function collectionOf(value: unknown): Collection {
  const imported = importDocument(bytes(JSON.stringify(value)))
  if (!imported.ok) throw new Error(imported.failure.code)
  expect(imported.value.format).toBe('bruno')
  const [collection] = imported.value.collections
  if (collection === undefined) throw new Error('No collection was imported')
  return collection
}

function collectionOfFiles(files: Readonly<Record<string, string>>): Collection {
  const imported = importBruno(Object.entries(files).map(([path, text]) => ({ path, bytes: bytes(text) })))
  const [collection] = imported.ok ? imported.value.collections : []
  if (collection === undefined) throw new Error('No collection was imported')
  return collection
}

const exported = (items: readonly unknown[], more: object = {}) => ({
  name: 'Shop',
  version: '1',
  items,
  environments: [],
  brunoConfig: { version: '1', name: 'Shop', type: 'collection' },
  ...more,
})

const request = (fields: object, item: object = {}) => ({
  type: 'http',
  name: 'R',
  seq: 1,
  request: {
    url: 'http://a.test/b',
    method: 'POST',
    headers: [],
    params: [],
    auth: { mode: 'inherit' },
    ...fields,
  },
  ...item,
})

const row = (name: string, value: string, enabled = true) => ({ name, value, enabled })

/** Parts of requests in Bruno's JSON export, and as the blocks of its `.bru` files. */
const parts: Readonly<
  Record<string, { readonly json: object; readonly bru: string; readonly kind?: string }>
> = {
  headers: {
    json: { headers: [row('A', '1'), row('B', '2', false)] },
    bru: 'headers {\n  A: 1\n  ~B: 2\n}',
  },
  params: {
    json: {
      url: 'http://a.test/:id?q=1',
      params: [
        { ...row('q', '1'), type: 'query' },
        { ...row('off', '2', false), type: 'query' },
        { ...row('id', '7'), type: 'path' },
      ],
    },
    bru: 'params:query {\n  q: 1\n  ~off: 2\n}\nparams:path {\n  id: 7\n}',
  },
  'JSON body': {
    json: { body: { mode: 'json', json: '{"n":9007199254740993}' } },
    bru: 'body:json {\n  {"n":9007199254740993}\n}',
  },
  'XML body': { json: { body: { mode: 'xml', xml: '<a/>' } }, bru: 'body:xml {\n  <a/>\n}' },
  'form body': {
    json: { body: { mode: 'formUrlEncoded', formUrlEncoded: [row('a', '1'), row('b', '2', false)] } },
    bru: 'body:form-urlencoded {\n  a: 1\n  ~b: 2\n}',
  },
  'multipart body': {
    json: {
      body: {
        mode: 'multipartForm',
        multipartForm: [
          { ...row('t', 'x'), type: 'text', contentType: 'text/plain' },
          { ...row('f', ''), type: 'file', value: ['a.txt', 'b.txt'] },
        ],
      },
    },
    bru: 'body:multipart-form {\n  t: x @contentType(text/plain)\n  f: @file(a.txt|b.txt)\n}',
  },
  'file body': {
    json: { body: { mode: 'file', file: [{ filePath: 'a.bin', contentType: 'image/png', selected: true }] } },
    bru: 'body:file {\n  file: @file(a.bin) @contentType(image/png)\n}',
  },
  'GraphQL body': {
    kind: 'graphql',
    json: { body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"n":1}' } } },
    bru: 'body:graphql {\n  { a }\n}\nbody:graphql:vars {\n  {"n":1}\n}',
  },
  'basic authorization': {
    json: { auth: { mode: 'basic', basic: { username: 'u', password: 'p' }, bearer: null } },
    bru: 'auth:basic {\n  username: u\n  password: p\n}',
  },
  'OAuth 2.0': {
    json: {
      auth: {
        mode: 'oauth2',
        oauth2: {
          grantType: 'client_credentials',
          accessTokenUrl: 'http://a.test/t',
          clientId: 'c',
          clientSecret: 's',
          scope: 'x',
          credentialsPlacement: 'body',
          tokenPlacement: 'url',
          tokenQueryKey: 'tok',
          autoFetchToken: false,
        },
      },
    },
    bru: 'auth:oauth2 {\n  grant_type: client_credentials\n  access_token_url: http://a.test/t\n  client_id: c\n  client_secret: s\n  scope: x\n  credentials_placement: body\n  token_placement: url\n  token_query_key: tok\n  auto_fetch_token: false\n}',
  },
  'OAuth 1.0': {
    json: {
      auth: { mode: 'oauth1', oauth1: { consumerKey: 'k', accessTokenSecret: 't', includeBodyHash: true } },
    },
    bru: 'auth:oauth1 {\n  consumer_key: k\n  token_secret: t\n  include_body_hash: true\n}',
  },
  scripts: {
    json: { script: { req: 'a()', res: 'b()' }, tests: 'c()', docs: 'Docs' },
    bru: 'script:pre-request {\n  a()\n}\nscript:post-response {\n  b()\n}\ntests {\n  c()\n}\ndocs {\n  Docs\n}',
  },
  'assertions and variables': {
    json: {
      assertions: [row('res.status', 'eq 200'), row('res.body.a', 'isDefined', false)],
      vars: { req: [row('v', '1')], res: [row('w', 'res.body.w')] },
    },
    bru: 'assert {\n  res.status: eq 200\n  ~res.body.a: isDefined\n}\nvars:pre-request {\n  v: 1\n}\nvars:post-response {\n  w: res.body.w\n}',
  },
}

describe('a collection as one JSON file is read as its .bru files are', () => {
  test.each(Object.entries(parts))('%s', (_, { json, bru, kind = 'http' }) => {
    const fields: { url?: string; body?: { mode: string }; auth?: { mode: string } } = json
    const url = fields.url ?? 'http://a.test/b'
    const head = `meta {\n  name: R\n  type: ${kind}\n  seq: 1\n}\npost {\n  url: ${url}\n  body: ${fields.body?.mode ?? 'none'}\n  auth: ${fields.auth?.mode ?? 'inherit'}\n}\n`
    const fromFiles = collectionOfFiles({ 'bruno.json': '{"name":"Shop"}', 'R.bru': `${head}${bru}\n` })
    expect(collectionOf(exported([request(json, { type: kind })])).items).toEqual(fromFiles.items)
  })

  test('gRPC and WebSocket requests', () => {
    const [call, socket] = collectionOf(
      exported([
        request(
          {
            url: 'grpc://a.test',
            method: '/p.S/M',
            methodType: 'bidi-streaming',
            protoPath: 'a.proto',
            metadata: [row('k', 'v')],
            body: { mode: 'grpc', grpc: [{ name: 'one', content: '{}' }] },
          },
          { type: 'grpc-request' },
        ),
        request(
          { url: 'ws://a.test', body: { mode: 'ws', ws: [{ name: 'hi', type: 'json', content: '{}' }] } },
          { type: 'ws', seq: 2 },
        ),
      ]),
    ).items
    expect(call).toMatchObject({
      kind: 'grpc',
      method: 'p.S/M',
      methodType: 'bidirectionalStreaming',
      messages: [{ title: 'one', text: '{}' }],
      metadata: [{ name: 'k', value: 'v' }],
    })
    expect(socket).toMatchObject({
      kind: 'webSocket',
      webSocket: { messages: [{ title: 'hi', format: 'json', data: '{}' }] },
    })
  })

  test('collection, folders, environments and examples', () => {
    const root = (name: string) => ({
      docs: 'Docs',
      meta: { name },
      request: { headers: [row('H', name)], auth: { mode: 'bearer', bearer: { token: '{{t}}' } } },
    })
    const example = {
      name: 'Found',
      request: { url: 'http://a.test/b?x=1', method: 'GET', body: { mode: 'none' } },
      response: { status: '200', statusText: 'OK', headers: [], body: { type: 'json', content: '{}' } },
    }
    const collection = collectionOf(
      exported(
        [
          {
            type: 'folder',
            name: 'F',
            seq: 2,
            root: root('Books'),
            items: [request({}, { examples: [example] })],
          },
          request({}, { name: 'First', seq: 1 }),
        ],
        {
          root: root('C'),
          environments: [{ name: 'dev', variables: [row('a', '1'), { ...row('s', ''), secret: true }] }],
        },
      ),
    )
    const inherited = { headers: [{ name: 'H' }], auth: { type: 'bearer' } }
    expect(collection).toMatchObject({
      name: 'Shop',
      docs: 'Docs',
      defaults: inherited,
      environments: [
        {
          name: 'dev',
          variables: [
            { name: 'a', value: { text: '1' } },
            { name: 's', secret: true },
          ],
        },
      ],
      items: [
        {
          kind: 'folder',
          name: 'Books',
          defaults: inherited,
          items: [{ examples: [{ name: 'Found', response: { statusCode: 200, body: { data: '{}' } } }] }],
        },
        { name: 'First' },
      ],
    })
  })

  test('a text that looks like a file of a .bru file reads no file', () => {
    const text = { ...row('t', '@file(/etc/passwd)'), type: 'text' }
    const [one] = collectionOf(
      exported([request({ body: { mode: 'multipartForm', multipartForm: [text] } })]),
    ).items
    expect(one).toMatchObject({ body: { parts: [{ kind: 'text', value: '@file(/etc/passwd)' }] } })
  })

  test.each([{ items: [] }, { version: '1', items: [{ type: 'other' }] }, { version: '1', items: {} }])(
    '%j is no export of Bruno',
    value => {
      expect(importDocument(bytes(JSON.stringify(value)))).toMatchObject({ ok: false })
    },
  )
})

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/bruno', import.meta.url))

test(
  'the exports of the given files are read, and no request is lost',
  needs(existsSync(corpus), corpusNeed),
  () => {
    const paths = globSync('**/*.json', { cwd: corpus }).filter(path => !/bruno\.json$|package/.test(path))
    const read = paths.flatMap(path => {
      const text = readFileSync(join(corpus, path), 'utf8')
      const imported = importDocument(bytes(text))
      if (!imported.ok || imported.value.format !== 'bruno') return []
      return [[path, JSON.parse(text), imported.value.collections[0]?.items ?? []] as const]
    })
    expect(read.length).toBeGreaterThanOrEqual(6)
    for (const [path, exportedFile, items] of read)
      expect(count(items), path).toBe(writtenCount(exportedFile))
  },
)

function count(items: readonly Item[]): number {
  return items.reduce((sum, one) => sum + (one.kind === 'folder' ? count(one.items) : 1), 0)
}

interface Exported {
  readonly items?: readonly Exported[]
  readonly request?: object
}

function writtenCount({ items = [], request }: Exported): number {
  return items.reduce((sum, one) => sum + writtenCount(one), request === undefined ? 0 : 1)
}

test('bodies that are not chosen are named', () => {
  const body = {
    ...{ mode: 'none', json: '{"a": 1}', formUrlEncoded: [], text: ' ' },
    multipartForm: [{ name: 'a', value: '1', type: 'text', enabled: true }],
  }
  const item = { type: 'http', name: 'R', request: { url: 'h', method: 'POST', body } }
  const imported = importDocument(bytes(JSON.stringify({ version: '1', name: 'C', items: [item] })))
  expect(imported.ok && imported.value.report.losses).toEqual([
    { path: ['C', 'R'], code: 'BODY_DISABLED', subject: '{"a": 1}' },
    { path: ['C', 'R'], code: 'BODY_DISABLED', subject: 'a: 1' },
  ])
})
