import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { newHttpRequest, readItem, row, writeItem } from '@parley/model'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { eventStreamsIn, withEventStreams } from './event-streams.ts'
import { importDocument } from './import-document.ts'
import { importFiles } from './import-files.ts'
import { newCollection } from './new-entities.ts'

const accept = (value: string) => [row('Accept', value)]
const example = (contentType: string) => ({
  name: 'E',
  response: {
    statusCode: 200,
    reasonPhrase: '',
    headers: [{ name: 'content-type', value: contentType }],
  },
})

describe('a request is one for an event stream', () => {
  test.each([
    [true, { headers: accept('text/event-stream') }],
    [true, { headers: [row('ACCEPT', 'Text/Event-Stream; q=1, */*')] }],
    [true, { headers: accept('*/*'), examples: [example('text/event-stream;charset=utf-8')] }],
    [true, { examples: [example('text/event-stream')] }],
    [false, {}],
    [false, { headers: accept('*/*') }],
    [false, { headers: [{ ...row('Accept', 'text/event-stream'), enabled: false }] }],
    // As clients of the Model Context Protocol say, whose responses are mostly JSON.
    [false, { headers: accept('application/json, text/event-stream') }],
    [false, { headers: accept('application/json'), examples: [example('text/event-stream')] }],
    [false, { examples: [example('application/json')] }],
    [false, { headers: accept('text/event-stream'), app: { enabled: true, code: '' } }],
  ])('%s: %j', (isStream, fields) => {
    const request = newHttpRequest({ name: 'R', url: 'http://h/', ...fields })
    const collection = newCollection('C', { items: [request] })
    const examples = request.examples.length
    expect(eventStreamsIn(collection)).toEqual(isStream ? [{ place: ['C', 'R'], examples }] : [])
    const [item] = withEventStreams(collection).items
    expect(item?.kind).toBe(isStream ? 'serverSentEvents' : 'http')
    if (isStream && item !== undefined) expect(readItem(writeItem(item))).toMatchObject({ value: item })
    else expect(item).toBe(request)
  })
})

const postman = {
  info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      name: 'F',
      item: [
        {
          name: 'Events',
          request: { url: 'http://h/', header: [{ key: 'Accept', value: 'text/event-stream' }] },
        },
      ],
    },
  ],
}
const openApi = {
  openapi: '3.1.0',
  info: { title: 'C', version: '1' },
  paths: {
    '/both': {
      get: { responses: { 200: { content: { 'text/event-stream': {}, 'application/json': {} } } } },
    },
    '/events': {
      get: { summary: 'Events', responses: { 200: { content: { 'text/event-stream': {} } }, 401: {} } },
    },
  },
}
const insomnia = {
  _type: 'export',
  __export_format: 4,
  resources: [
    { _id: 'wrk_1', _type: 'workspace', name: 'C', parentId: null },
    {
      _id: 'req_1',
      _type: 'request',
      parentId: 'wrk_1',
      name: 'Events',
      url: 'http://h/',
      method: 'GET',
      headers: [{ name: 'Accept', value: 'text/event-stream' }],
    },
  ],
}
const har = {
  log: {
    entries: [
      {
        request: {
          method: 'GET',
          url: 'http://h/Events',
          headers: [{ name: 'accept', value: 'text/event-stream' }],
        },
      },
    ],
  },
}

test.each<[string, string]>([
  ['Postman', JSON.stringify(postman)],
  ['OpenAPI', JSON.stringify(openApi)],
  ['Insomnia', JSON.stringify(insomnia)],
  ['HAR', JSON.stringify(har)],
  ['cURL', "curl -N http://h/Events -H 'Accept: text/event-stream'"],
])('%s documents offer their event streams', (_, document) => {
  const imported = importDocument(new TextEncoder().encode(document))
  if (!imported.ok) throw new Error(imported.failure.code)
  const found = imported.value.collections.flatMap(eventStreamsIn)
  expect(found).toHaveLength(1)
  const before = JSON.stringify(imported.value.collections)
  const converted = JSON.stringify(imported.value.collections.map(withEventStreams))
  expect(converted.match(/"kind":"serverSentEvents"/g)).toHaveLength(1)
  expect(JSON.stringify(imported.value.collections)).toBe(before)
})

test('a folder of Bruno offers its event streams', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const request =
    'meta {\n  name: Events\n  type: http\n}\n\nget {\n  url: http://h/\n}\n\nheaders {\n  Accept: text/event-stream\n}\n'
  const { parts } = importFiles([
    { path: 'C/bruno.json', bytes: bytes('{"version":"1","name":"C","type":"collection"}') },
    { path: 'C/Events.bru', bytes: bytes(request) },
  ])
  const collections = parts.flatMap(part => part.collections)
  expect(collections.flatMap(eventStreamsIn)).toEqual([{ place: ['C', 'Events'], examples: 0 }])
  expect(collections.map(withEventStreams)[0]?.items[0]?.kind).toBe('serverSentEvents')
})

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url))

test.each([
  ['har-live/mitmproxy+mitmproxy/test/mitmproxy/data/flows/event_stream.har'],
  ['insomnia-live/Kong+insomnia/packages/insomnia-smoke-test/fixtures/smoke-test-collection.yaml'],
])('%s of the corpus offers its event streams', needs(existsSync(corpus), corpusNeed), path => {
  const imported = importDocument(readFileSync(`${corpus}${path}`))
  if (!imported.ok) throw new Error(imported.failure.code)
  expect(imported.value.collections.flatMap(eventStreamsIn).length).toBeGreaterThan(0)
})
