import { randomUUID } from 'node:crypto'
import { request as startRequest } from 'node:http'
import { newHttpRequest } from '@parley/model'
import { endConnection, type RawStep, receiveHead, startRawServer, startSink, waitFor } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

let running: TestServer
let window: WatchedWindow

beforeAll(async () => {
  running = await startTestServer()
  window = await watchWindow(running.client)
})

afterAll(async () => {
  await window.close()
  await running.close()
})

async function start(url: string): Promise<string> {
  const sendId = randomUUID()
  const request = newHttpRequest({ method: 'GET', url })
  await running.client.sends.start({
    windowId: window.windowId,
    sendId,
    requestId: 'r1',
    parentId: null,
    request,
  })
  return sendId
}

async function receive(url: string): Promise<string> {
  const sendId = await start(url)
  const { exchange } = await window.waitForState(sendId, 'answered')
  return exchange.response.content.handle
}

async function mint(handle: string, purpose: 'download' | 'preview'): Promise<string> {
  const { path } = await running.client.bodies.mintTicket({ handle, purpose })
  return `${running.server.origin}${path}`
}

function headersOf(response: Response, names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(names.map(name => [name, response.headers.get(name)]))
}

const common = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

test('a preview is inert and can be loaded once', async () => {
  const address = await mint(await receive(`${running.demo.baseUrl}/page`), 'preview')
  const response = await fetch(address)
  const expected = {
    ...common,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-src 'none'; frame-ancestors 'self'",
    'x-frame-options': null,
    'content-disposition': null,
  }
  expect(headersOf(response, Object.keys(expected))).toEqual(expected)
  expect(await response.text()).toBe(await (await fetch(`${running.demo.baseUrl}/page`)).text())
  const again = await fetch(address)
  expect(again.status).toBe(404)
  expect(headersOf(again, ['x-frame-options', ...Object.keys(common)])).toEqual({
    ...common,
    'x-frame-options': 'DENY',
  })
})

test('a preview can be read by range', async () => {
  const handle = await receive(`${running.demo.baseUrl}/binary?bytes=1000`)
  const whole = Buffer.from(await (await fetch(await mint(handle, 'preview'))).arrayBuffer())
  const ask = async (headers: Record<string, string>) => fetch(await mint(handle, 'preview'), { headers })
  const part = await ask({ range: 'bytes=500-599' })
  expect(part.status).toBe(206)
  const names = ['content-range', 'content-length', 'accept-ranges', 'cache-control']
  expect(headersOf(part, names)).toEqual({
    'content-range': 'bytes 500-599/1000',
    'content-length': '100',
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
  })
  expect(part.headers.get('content-security-policy')).toContain('sandbox')
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(500, 600))).toBe(true)
  const beyond = await ask({ range: 'bytes=1000-' })
  expect(beyond.status).toBe(416)
  expect(beyond.headers.get('content-range')).toBe('bytes */1000')
  const unsure = await ask({ range: 'bytes=500-599', 'if-range': '"x"' })
  expect(unsure.status).toBe(200)
  expect((await unsure.arrayBuffer()).byteLength).toBe(1000)
})

describe('a playback', () => {
  async function open(mediaType: string) {
    const sink = await startSink(() => ({
      statusCode: 200,
      headers: ['Content-Type', mediaType],
      content: 'content',
    }))
    const sendId = await start(sink.url)
    const { exchange } = await window.waitForState(sendId, 'answered')
    const { handle } = exchange.response.content
    const { path } = await running.client.bodies.openPlayback({ windowId: window.windowId, handle })
    await sink.close()
    const ask = (range: string) =>
      fetch(`${running.server.origin}${path}`, { headers: { range } }).then(async response => ({
        status: response.status,
        text: await response.text(),
      }))
    return { sendId, handle, path, ask }
  }

  test('is read range by range until its player closes it', async () => {
    const { path, ask } = await open('audio/wav')
    expect(await ask('bytes=0-')).toEqual({ status: 206, text: 'content' })
    expect(await ask('bytes=3-')).toEqual({ status: 206, text: 'tent' })
    expect((await ask('bytes=7-')).status).toBe(416)
    expect(await ask('bytes=0-2')).toEqual({ status: 206, text: 'con' })
    expect(await running.client.bodies.closePlayback({ path })).toEqual({ wasKnown: true })
    expect((await ask('bytes=0-')).status).toBe(404)
    expect(await running.client.bodies.closePlayback({ path })).toEqual({ wasKnown: false })
  })

  test('ends with its body', async () => {
    const { sendId, ask } = await open('video/webm')
    expect((await ask('bytes=0-')).status).toBe(206)
    await running.client.sends.release({ sendId })
    expect((await ask('bytes=0-')).status).toBe(404)
  })

  test.each(['text/html', 'application/pdf', 'image/svg+xml', 'audio/x/y'])(
    'is refused for %s',
    async type => {
      const { ask } = await open(type)
      expect((await ask('bytes=0-')).status).toBe(404)
    },
  )

  test('ends with its window', async () => {
    const short = await startTestServer({ windowGraceMs: 50 })
    const other = await watchWindow(short.client)
    const stays = await watchWindow(short.client)
    const sendId = randomUUID()
    const sink = await startSink(() => ({
      statusCode: 200,
      headers: ['Content-Type', 'audio/wav'],
      content: 'content',
    }))
    await short.client.sends.start({
      windowId: stays.windowId,
      sendId,
      requestId: 'r1',
      parentId: null,
      request: newHttpRequest({ method: 'GET', url: sink.url }),
    })
    const { exchange } = await stays.waitForState(sendId, 'answered')
    const { path } = await short.client.bodies.openPlayback({
      windowId: other.windowId,
      handle: exchange.response.content.handle,
    })
    const ask = async () => (await fetch(`${short.server.origin}${path}`)).status
    expect(await ask()).toBe(200)
    await other.close()
    await expect.poll(ask).toBe(404)
    await stays.close()
    await sink.close()
    await short.close()
  })
})

test('HEAD neither returns the body nor uses up a ticket', async () => {
  const address = await mint(await receive(`${running.demo.baseUrl}/books`), 'download')
  const head = await fetch(address, { method: 'HEAD' })
  expect(head.status).toBe(401)
  const withToken = { 'parley-token': running.server.token }
  expect((await fetch(address, { method: 'HEAD', headers: withToken })).status).toBe(405)
  expect((await fetch(address)).status).toBe(200)
})

test('a ticket for a deleted body is not found', async () => {
  const sendId = await start(`${running.demo.baseUrl}/books`)
  const { exchange } = await window.waitForState(sendId, 'answered')
  const address = await mint(exchange.response.content.handle, 'preview')
  await running.client.sends.release({ sendId })
  expect((await fetch(address)).status).toBe(404)
})

test('an empty body is an empty file', async () => {
  const response = await fetch(
    await mint(await receive(`${running.demo.baseUrl}/binary?bytes=0`), 'download'),
  )
  expect(response.headers.get('content-length')).toBe('0')
  expect(await response.text()).toBe('')
})

describe('a download', () => {
  test.each([
    ['/report.pdf', 'application/pdf', 'report.pdf'],
    ['/books', 'application/json', 'books.json'],
    ['/books', 'application/problem+json', 'books.json'],
    ['/books', 'unknown/type', 'books.bin'],
    ['/', 'text/html', 'response.html'],
    ['/a/../..', 'text/plain', 'response.txt'],
    ['/..%2f..%2fetc%2fpasswd', 'text/plain', '2f..-2fetc-2fpasswd.txt'],
    ['/x%0d%0aSet-Cookie:a=b', 'text/plain', 'x-0d-0aSet-Cookie-a-b.txt'],
    ['/a"; filename="evil.exe', 'text/plain', 'a-22-20filename-22evil.exe'],
    ['/C:\\windows\\x.txt', 'text/plain', 'C-5Cwindows-5Cx.txt'],
    ['/résumé.txt', 'text/plain', 'r-C3-A9sum-C3-A9.txt'],
    ['/.bashrc', 'text/plain', 'bashrc.txt'],
    ['/CON', 'text/plain', 'CON-.txt'],
    ['/nul.tar.json', 'application/json', 'nul-.tar.json'],
    [`/${'a'.repeat(300)}.json`, 'application/json', `${'a'.repeat(80)}.json`],
    ['/x.txt?name=../evil#y', 'text/plain', 'x.txt'],
  ])('of %s as %s is called %s', async (path, mediaType, name) => {
    const sink = await startSink(() => ({
      statusCode: 200,
      headers: ['Content-Type', mediaType],
      content: 'content',
    }))
    const response = await fetch(await mint(await receive(`${sink.url}${path}`), 'download'))
    expect(headersOf(response, ['content-type', 'content-disposition', 'content-length'])).toEqual({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': '7',
    })
    expect(await response.text()).toBe('content')
    await sink.close()
  })

  test('closes its file if the reader disconnects, and the server continues', async () => {
    const handle = await receive(`${running.demo.baseUrl}/binary?bytes=8000000`)
    const address = await mint(handle, 'download')
    await new Promise<void>((resolve, reject) => {
      const request = startRequest(address, response => {
        response.once('data', () => {
          request.destroy()
          resolve()
        })
      })
      request.once('error', reject)
      request.end()
    })
    const again = await fetch(await mint(handle, 'download'))
    expect((await again.arrayBuffer()).byteLength).toBe(8_000_000)
  })

  describe('of a growing body', () => {
    /** Starts a response that has begun with `first`, and ends as the test requires. */
    async function grow(head: string, ...end: readonly RawStep[]) {
      let isEndWanted = false
      const growing = await startRawServer([
        receiveHead,
        `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${head}\r\nfirst`,
        connection => waitFor(() => isEndWanted || connection.socket.destroyed, 'the word to end'),
        ...end,
      ])
      const sendId = await start(growing.url)
      const response = await waitFor(() => {
        const progress = window.latest(sendId)
        return progress?.state === 'awaiting' ? progress.response : null
      }, 'the head')
      const downloaded = await fetch(await mint(response.content.handle, 'download'))
      const reader = downloaded.body?.pipeThrough(new TextDecoderStream()).getReader()
      return {
        sendId,
        lengthHeader: downloaded.headers.get('content-length'),
        goOn: () => {
          isEndWanted = true
        },
        readPiece: async () => (await reader?.read())?.value,
        close: () => growing.close(),
      }
    }

    test('sends what has arrived and then the rest', async () => {
      const { lengthHeader, goOn, readPiece, close } = await grow('', ' and more', endConnection)
      expect(lengthHeader).toBeNull()
      expect(await readPiece()).toBe('first')
      goOn()
      expect(await readPiece()).toBe(' and more')
      expect(await readPiece()).toBeUndefined()
      await close()
    })

    test('announces its length if the server did', async () => {
      const { lengthHeader, goOn, close } = await grow('Content-Length: 9\r\n', ' end', endConnection)
      expect(lengthHeader).toBe('9')
      goOn()
      await close()
    })

    test.each([
      ['is cut off', 'Content-Length: 9\r\n', async () => {}],
      ['is cancelled', '', (sendId: string) => running.client.sends.cancel({ sendId })],
      ['is given up', '', (sendId: string) => running.client.sends.release({ sendId })],
    ])('that %s is aborted, so that nobody mistakes it for complete', async (_, head, end) => {
      const { sendId, goOn, readPiece, close } = await grow(head, endConnection)
      expect(await readPiece()).toBe('first')
      await end(sendId)
      if (head !== '') goOn()
      await expect(readPiece()).rejects.toThrow()
      goOn()
      await close()
    })
  })
})

test.each([
  ['text/html; charset=utf-8', 'text/html; charset=utf-8'],
  ['text/h€ml', 'text/plain'],
  ['nonsense', 'text/plain'],
  ['a/b/c', 'text/plain'],
  ['', 'text/plain'],
  ['text/html; charset="ü"', 'text/html; charset=utf-8'],
  ['text/html; charset=iso-8859-1', 'text/html; charset=utf-8'],
  ['application/xhtml+xml', 'text/html; charset=utf-8'],
  ['text/xml', 'text/html; charset=utf-8'],
  ['text/xsl', 'text/html; charset=utf-8'],
  ['image/svg+xml', 'image/svg+xml'],
])('a preview of the type %s is shown as %s', async (contentType, expected) => {
  const server = await startRawServer(
    `HTTP/1.1 200 OK\r\nContent-Type: ${contentType}\r\nContent-Length: 2\r\n\r\nok`,
  )
  const response = await fetch(await mint(await receive(server.url), 'preview'))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(expected)
  await server.close()
})
