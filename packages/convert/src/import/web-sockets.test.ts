import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Item, WebSocketRequest } from '@parley/model'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { importDocument } from './import-document.ts'
import { importFiles } from './import-files.ts'
import { expectValidEntities } from './imported.testkit.ts'

const corpus = fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url))
const bytesOf = (text: string) => new TextEncoder().encode(text)

function webSocketsIn(items: readonly Item[]): readonly WebSocketRequest[] {
  return items.flatMap(item =>
    item.kind === 'folder' ? webSocketsIn(item.items) : item.kind === 'webSocket' ? [item] : [],
  )
}

function read(text: string) {
  const result = importDocument(bytesOf(text))
  if (!result.ok) throw new Error(result.failure.code)
  expectValidEntities(result.value)
  const { collections, report } = result.value
  return { sockets: webSocketsIn(collections.flatMap(({ items }) => items)), report }
}

/** Reads a folder of the corpus that is one collection. */
function readFolder(folder: string) {
  const files = globSync('**/*.{bru,json,yml}', { cwd: `${corpus}/${folder}` }).map(path => ({
    path: `c/${path}`,
    bytes: readFileSync(`${corpus}/${folder}/${path}`),
  }))
  const { parts } = importFiles(files)
  return webSocketsIn(parts.flatMap(({ collections }) => collections.flatMap(({ items }) => items)))
}

describe('an archive', () => {
  const entry = (fields: object) => ({
    request: {
      method: 'GET',
      url: 'wss://a.test/chat?room=1',
      headers: [
        { name: 'Upgrade', value: 'websocket' },
        { name: 'Sec-WebSocket-Key', value: 'x' },
        { name: 'Sec-WebSocket-Protocol', value: 'chat, chat.v2' },
        { name: 'X-Own', value: 'kept' },
      ],
    },
    response: { status: 101 },
    ...fields,
  })
  const archive = (...entries: object[]) => JSON.stringify({ log: { version: '1.2', entries } })

  test('has the messages that were sent as drafts, each once, and reports the others', () => {
    const sent = (data: string, opcode = 1) => ({ type: 'send', time: 1, opcode, data })
    const { sockets, report } = read(
      archive(
        entry({
          _resourceType: 'websocket',
          _webSocketMessages: [
            sent('{"a":1}'),
            { type: 'receive', time: 2, opcode: 1, data: 'no' },
            sent('hi'),
            sent('hi'),
            sent('AAE=', 2),
          ],
        }),
      ),
    )
    expect(sockets).toMatchObject([
      {
        name: 'chat',
        url: 'wss://a.test/chat?room=1',
        headers: [{ name: 'X-Own', value: 'kept' }],
        webSocket: {
          subprotocols: ['chat', 'chat.v2'],
          messages: [
            { selected: false, format: 'json', data: '{"a":1}' },
            { selected: false, format: 'text', data: 'hi' },
            { selected: false, format: 'binary', data: 'AAE=' },
          ],
        },
      },
    ])
    expect(report.losses).toMatchObject([{ code: 'NOT_READ', subject: 'A received message' }])
  })

  test('with many messages has a hundred of them', () => {
    const messages = Array.from({ length: 150 }, (_, at) => ({ type: 'send', opcode: 1, data: `${at}` }))
    const { sockets, report } = read(archive(entry({ _webSocketMessages: messages })))
    expect(sockets[0]?.webSocket.messages).toHaveLength(100)
    expect(report.losses).toMatchObject([{ subject: '50 of 150 sent messages' }])
  })

  test('that was recorded over http has the scheme of WebSockets', () => {
    const recorded = {
      ...entry({ _webSocketMessages: [] }),
      request: { url: 'https://a.test/s', method: 'GET' },
    }
    expect(read(archive(recorded)).sockets).toMatchObject([{ url: 'wss://a.test/s' }])
  })
})

test.each([
  ["curl wss://a.test/feed -H 'X-Own: 1' -H 'Upgrade: websocket'", []],
  ["curl -X POST ws://a.test/feed -d 'hello'", [{ selected: true, format: 'text', data: 'hello' }]],
])('%s is a WebSocket', (command, messages) => {
  const { sockets } = read(`${command}\n`)
  expect(sockets).toMatchObject([{ name: expect.any(String), webSocket: { messages } }])
  expect(sockets[0]?.headers.some(({ name }) => name === 'Upgrade')).toBe(false)
})

test('Bruno has several messages, their formats, and the interval of pings', () => {
  const ws = `meta {
  name: chat
  type: ws
}

ws {
  url: ws://a.test
  body: ws
}

body:ws {
  name: first
  type: xml
  content: '''
    <a/>
  '''
}

body:ws {
  name: second
  type: json
  content: '''
    {}
  '''
}

settings {
  timeout: 500
  keepAliveInterval: 3000
}
`
  const bruno = { path: 'c/bruno.json', bytes: bytesOf('{"version":"1","name":"C","type":"collection"}') }
  const { parts } = importFiles([bruno, { path: 'c/chat.bru', bytes: bytesOf(ws) }])
  expect(
    webSocketsIn(parts.flatMap(({ collections }) => collections.flatMap(({ items }) => items))),
  ).toMatchObject([
    {
      settings: { timeoutMs: 500 },
      webSocket: {
        keepAliveIntervalMs: 3000,
        messages: [
          { title: 'first', selected: false, format: 'xml', data: '<a/>' },
          { title: 'second', selected: false, format: 'json', data: '{}' },
        ],
      },
    },
  ])
})

test.each([
  JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'W' },
      { _id: 'ws-req_1', _type: 'websocket_request', parentId: 'wrk_1', name: 'Kept', url: 'ws://a' },
      { _id: 'socketio-req_1', _type: 'socketio_request', parentId: 'wrk_1', name: 'Chat', url: 'http://a' },
    ],
  }),
  `type: collection.insomnia.rest/5.0
name: W
collection:
  - url: ws://a
    name: Kept
    meta: { id: ws-req_1 }
  - url: http://a
    name: Chat
    meta: { id: socketio-req_1 }
`,
])('Socket.IO is named as not supported', text => {
  const { sockets, report } = read(text)
  expect(sockets).toMatchObject([{ name: 'Kept' }])
  expect(report.losses).toMatchObject([{ path: expect.arrayContaining(['Chat']), subject: 'Socket.IO' }])
})

describe('the WebSockets of the corpus (../shared/corpus)', needs(existsSync(corpus), corpusNeed), () => {
  test('of archives are all imported', () => {
    const path = globSync('har-live/**/websocket.har', { cwd: corpus })[0] ?? ''
    const text = readFileSync(`${corpus}/${path}`, 'utf8')
    const { sockets } = read(text)
    expect(sockets).toHaveLength(text.split('"_webSocketMessages"').length - 1)
    expect(sockets.every(({ url }) => url.startsWith('wss://'))).toBe(true)
    expect(sockets.flatMap(({ headers }) => headers).some(({ name }) => /^sec-websocket/i.test(name))).toBe(
      false,
    )
  })

  test('of Insomnia are all imported, with their authorization', () => {
    const path = globSync('insomnia-live/**/websockets.yaml', { cwd: corpus })[0] ?? ''
    const text = readFileSync(`${corpus}/${path}`, 'utf8')
    const { sockets } = read(text)
    expect(sockets).toHaveLength(text.split('_type: websocket_request').length - 1)
    expect(sockets.map(({ auth }) => auth.type)).toEqual(expect.arrayContaining(['basic', 'bearer']))
  })

  const folders = ['bruno-live', 'opencollection-live'].flatMap(kind =>
    globSync(`${kind}/**/{bruno.json,opencollection.yml}`, { cwd: corpus }).map(path => dirname(path)),
  )
  const expected = (folder: string) =>
    globSync('**/*.{bru,yml}', { cwd: `${corpus}/${folder}` })
      .map(path => readFileSync(`${corpus}/${folder}/${path}`, 'utf8'))
      .filter(text => /^\s*type: (?:ws|websocket)$/m.test(text))
  test.each(folders.filter(folder => expected(folder).length > 0).sort())(
    'of %s are all imported',
    folder => {
      const sockets = readFolder(folder)
      const texts = expected(folder)
      expect(sockets).toHaveLength(texts.length)
      const messages = texts.reduce(
        (sum, text) =>
          sum +
          (text.match(/^body:ws \{|^ {4,6}(?:message:\n\s+)?type: (?:json|text|xml|binary)$/gm)?.length ?? 0),
        0,
      )
      expect(sockets.flatMap(({ webSocket }) => webSocket.messages)).toHaveLength(messages)
    },
  )
})
