import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  authSessionInMemory,
  defaultSendSettings,
  type EnginePorts,
  executeRequest,
  type Files,
  noAllowedOrigins,
  type SendOutcome,
  withoutScripts,
} from '@parley/engine'
import { type HttpBody, newHttpRequest, ok, type Row, row } from '@parley/model'
import { holdOpen, type RawConnection, receiveHead } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testLargeFile } from './body-types.testkit.ts'
import { filesByPath } from './files-by-path.ts'
import { nodeHostNames } from './node-host-names.ts'
import { createTransport, type NodeTransport } from './node-transport.ts'
import { MemoryBodyStore, rawServers } from './transport-fixture.testkit.ts'

const start = rawServers()
const emptyAnswer = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
const boundary = 'parley-11111111-2222-4333-8444-555555555555'
const megabyte = 1024 * 1024
let folder: string
let transport: NodeTransport

beforeEach(() => {
  transport = createTransport({ bodyStore: new MemoryBodyStore() })
})

afterEach(() => transport.close())

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-bodies-'))
  writeFileSync(join(folder, 'a.png'), Buffer.from([0x89, 0x50, 0x0d, 0x0a, 0x00, 0xff]))
  writeFileSync(join(folder, 'shrinking'), Buffer.alloc(20 * megabyte, 'abcdefg'))
  writeFileSync(join(folder, 'empty.txt'), '')
})

afterAll(() => rmSync(folder, { recursive: true }))

function ports(files: Files): EnginePorts {
  return {
    transport,
    scripts: withoutScripts,
    history: { record: async () => {} },
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: { uuid: () => boundary.slice('parley-'.length), integer: () => 0 },
    hostNames: nodeHostNames,
    authSession: authSessionInMemory(),
    secretHosts: noAllowedOrigins,
    files,
  }
}

/** Sends through every stage, as the page's server and the command line do. */
function post(
  url: string,
  body: HttpBody,
  { headers = [] as readonly Row[], cookies = [] as readonly Row[], files = filesByPath as Files } = {},
): Promise<SendOutcome> {
  const request = newHttpRequest({ method: 'POST', url, body, headers, cookies })
  const context = {
    ancestors: [],
    environment: null,
    workspaceVariables: [],
    globalVariables: [{ secret: false, name: 'x', value: { text: 'filled' }, enabled: true }],
    liveScopes: [],
    defaultSettings: defaultSendSettings,
  } as const
  return executeRequest({ request, context, ports: ports(files), signal: new AbortController().signal })
}

/**
 * Returns the bytes on the wire after Host and User-Agent, which two sends over one connection must share.
 */
async function wireBytes(body: HttpBody, headers: readonly Row[] = []): Promise<string> {
  const receiveRequest = async (connection: RawConnection) => {
    const head = await connection.receiveUntil('\r\n\r\n')
    await connection.receiveBytes(Number(/content-length: (\d+)/i.exec(head.toString())?.[1]))
  }
  const server = await start([receiveRequest, emptyAnswer, receiveRequest, emptyAnswer, holdOpen])
  for (const isReused of [false, true]) {
    const outcome = await post(server.url, body, { headers })
    expect(outcome).toMatchObject({ ok: true, value: { exchange: { connection: { isReused } } } })
    if (outcome.ok) {
      const { headerBytes, contentBytes } = outcome.value.exchange.request
      expect(server.receivedBytes(0).byteLength).toBe((headerBytes + contentBytes) * (isReused ? 2 : 1))
    }
  }
  expect(server.connections).toHaveLength(1)
  const both = server.receivedBytes(0)
  const half = both.byteLength / 2
  expect(both.subarray(half).equals(both.subarray(0, half))).toBe(true)
  const start0 = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nUser-Agent: Parley/1.0\r\n`
  const bytes = both.toString('latin1', 0, half)
  expect(bytes.startsWith(start0)).toBe(true)
  return bytes.slice(start0.length)
}

const message = (contentType: string | null, content: string) =>
  `${contentType === null ? '' : `Content-Type: ${contentType}\r\n`}Content-Length: ${content.length}\r\n\r\n${content}`
const latin1 = (text: string) => Buffer.from(text).toString('latin1')
const path = (name: string) => join(folder, name)
const pngText = '\x89P\r\n\0\xff'

const form: HttpBody = {
  type: 'multipart',
  parts: [
    { kind: 'text', name: 'é', value: '{{x}}\né', enabled: true },
    { kind: 'text', name: 'no', value: '', enabled: false },
    { kind: 'text', name: 'json', value: '{}', enabled: true, contentType: 'application/json' },
    { kind: 'file', name: 'files', filePaths: ['a.png', 'empty.txt'], enabled: true },
  ],
}
const formContent = [
  `--${boundary}\r\nContent-Disposition: form-data; name="${latin1('é')}"\r\n\r\nfilled\n${latin1('é')}\r\n`,
  `--${boundary}\r\nContent-Disposition: form-data; name="json"\r\nContent-Type: application/json\r\n\r\n{}\r\n`,
  `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${pngText}\r\n`,
  `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="empty.txt"\r\nContent-Type: text/plain\r\n\r\n\r\n`,
  `--${boundary}--\r\n`,
].join('')

/** Returns the form with the paths of the files in the test's folder. */
function placed(body: HttpBody): HttpBody {
  if (body.type === 'multipart') {
    const parts = body.parts.map(part =>
      part.kind === 'file' ? { ...part, filePaths: part.filePaths.map(path) } : part,
    )
    return { ...body, parts }
  }
  if (body.type !== 'file') return body
  return { ...body, files: body.files.map(file => ({ ...file, filePath: path(file.filePath) })) }
}

const bodies: readonly (readonly [string, HttpBody, contentType: string | null, content: string])[] = [
  ['None', { type: 'none' }, null, ''],
  [
    'Raw',
    { type: 'raw', language: 'xml', text: '<a>é{{x}}</a>' },
    'application/xml',
    latin1('<a>éfilled</a>'),
  ],
  [
    'URL Encoded',
    { type: 'urlEncoded', fields: [row('a b', '{{x}}&='), row('a b', ''), row('', 'é')] },
    'application/x-www-form-urlencoded',
    'a+b=filled%26%3D&a+b=&=%C3%A9',
  ],
  [
    'GraphQL',
    { type: 'graphql', query: '{ a(b: "{{x}}") }', variables: '{ "n": 12345678901234567890 }' },
    'application/json',
    '{"query":"{ a(b: \\"filled\\") }","variables":{ "n": 12345678901234567890 }}',
  ],
  [
    'Binary file',
    { type: 'file', files: [{ filePath: 'a.png', contentType: '', selected: true }] },
    'image/png',
    pngText,
  ],
  ['Form-data', form, `multipart/form-data; boundary=${boundary}`, formContent],
]

const acceptLine = ({ type }: HttpBody) =>
  type === 'graphql' ? 'Accept: application/graphql-response+json, application/json;q=0.9\r\n' : ''

describe.each(bodies)('%s', (_, body, contentType, content) => {
  test('has the expected bytes on the wire, each time', async () => {
    expect(await wireBytes(placed(body))).toBe(acceptLine(body) + message(contentType, content))
  })

  test('is sent with the Content-Type of the user', async () => {
    expect(await wireBytes(placed(body), [row('content-type', 'own/type')])).toBe(
      `${acceptLine(body)}content-type: own/type\r\n${message(null, content)}`,
    )
  })
})

describe('line breaks inject nothing (HT7)', () => {
  const evil = 'a\r\nInjected: 1\r\n\r\nx'

  test('in names and file names of a form, as they are escaped', async () => {
    const filePath = path('e"\r\nInjected: 1')
    writeFileSync(filePath, 'f')
    const bytes = await wireBytes({
      type: 'multipart',
      parts: [
        { kind: 'text', name: evil, value: 'v', enabled: true },
        { kind: 'file', name: 'f', filePaths: [filePath], enabled: true },
      ],
    })
    expect(bytes).toContain('name="a%0D%0AInjected: 1%0D%0A%0D%0Ax"\r\n\r\nv\r\n')
    expect(bytes).toContain('filename="e%22%0D%0AInjected: 1"\r\nContent-Type: application/octet-stream\r\n')
    expect(bytes).not.toContain('\nInjected')
  })

  test.each([
    ['INVALID_HEADER_VALUE', { type: 'none' }, { headers: [row('X', evil)] }],
    ['INVALID_HEADER_VALUE', { type: 'none' }, { cookies: [row('c', evil)] }],
    ['INVALID_HEADER_VALUE', { type: 'none' }, { cookies: [row(evil, 'c')] }],
    ['INVALID_HEADER_NAME', { type: 'none' }, { headers: [row(evil, 'X')] }],
    [
      'INVALID_PART_CONTENT_TYPE',
      {
        type: 'multipart',
        parts: [{ kind: 'text', name: 'n', value: '', enabled: true, contentType: evil }],
      },
      {},
    ],
    [
      'INVALID_HEADER_VALUE',
      { type: 'file', files: [{ filePath: 'a.png', contentType: evil, selected: true }] },
      {},
    ],
  ] as const)('elsewhere: %s, and nothing is sent', async (code, body, fields) => {
    const server = await start([holdOpen])
    const outcome = await post(server.url, placed(body), fields)
    expect(outcome).toMatchObject({ ok: false, failure: { failure: { code, step: 'prepare' } } })
    expect(server.connections).toHaveLength(0)
  })
})

describe('a file', () => {
  const binary = (name: string): HttpBody => ({
    type: 'file',
    files: [{ filePath: path(name), contentType: '', selected: true }],
  })

  testLargeFile(5)

  test.each([5, 7, 0])('whose length differs from the announced one (%i) is named', async lengthBytes => {
    const server = await start([receiveHead, holdOpen])
    const files: Files = { lengthBytes: async () => ok(lengthBytes) }
    expect(await post(server.url, binary('a.png'), { files })).toMatchObject({
      failure: { failure: { kind: 'file', code: 'FILE_CHANGED', subject: path('a.png') } },
    })
    await server.waitForConnectionClose(0)
    expect(server.receivedBytes(0).toString('latin1')).not.toContain(pngText)
  })

  test('that is cut short while it is sent is named', async () => {
    const server = await start([
      receiveHead,
      (connection: RawConnection) => {
        connection.socket.pause()
        truncateSync(path('shrinking'), 10)
        connection.socket.resume()
      },
      holdOpen,
    ])
    expect(await post(server.url, binary('shrinking'))).toMatchObject({
      failure: { failure: { kind: 'file', code: 'FILE_CHANGED', subject: path('shrinking') } },
    })
  })

  test('that no longer exists is named before anything is sent', async () => {
    const server = await start([holdOpen])
    expect(await post(server.url, binary('gone'))).toMatchObject({
      failure: { failure: { kind: 'file', code: 'FILE_NOT_READ', step: 'prepare', subject: path('gone') } },
    })
    expect(server.connections).toHaveLength(0)
  })
})
