import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { gunzipSync } from 'node:zlib'
import { newHttpRequest } from '@parley/model'
import { exchangeBytes, startSink, waitFor } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compressed } from './compressed.ts'
import { maxCallBytes } from './routes.ts'
import { startServer } from './start-server.ts'
import { startTestServer, type TestServer } from './start-test-server.testkit.ts'
import { watchWindow } from './watch-window.testkit.ts'

let running: TestServer

beforeAll(async () => {
  running = await startTestServer()
})

afterAll(() => running.close())

interface Answer {
  readonly statusCode: number
  readonly head: string
  readonly content: string
  header(name: string): string | null
}

/** Sends a request unchanged except for the added Host and `Connection: close`. */
async function exchange(requestLine: string, fields: readonly string[] = [], content = ''): Promise<Answer> {
  const lines = [requestLine, `Host: 127.0.0.1:${running.port}`, 'Connection: close', ...fields, '', content]
  const bytes = await exchangeBytes(running.port, lines.join('\r\n'))
  const answer = bytes.toString('utf8')
  const end = answer.indexOf('\r\n\r\n')
  const head = answer.slice(0, end)
  return {
    statusCode: Number(answer.slice(9, 12)),
    head,
    content: answer.slice(end + 4),
    header: name => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? null,
  }
}

const token = () => `parley-token: ${running.server.token}`

function call(path: string, json: unknown, fields: readonly string[] = []): Promise<Answer> {
  const content = typeof json === 'string' ? json : JSON.stringify({ json, meta: [] })
  const length = `Content-Length: ${Buffer.byteLength(content)}`
  return exchange(
    `POST /rpc/${path} HTTP/1.1`,
    [token(), 'Content-Type: application/json', length, ...fields],
    content,
  )
}

function startInput(url: string, windowId: string = randomUUID()) {
  return {
    windowId,
    sendId: randomUUID(),
    requestId: 'r1',
    parentId: null,
    request: newHttpRequest({ method: 'GET', url }),
  }
}

describe('the page', () => {
  test('has a policy for this load only (UI5)', async () => {
    const nonces = new Set<string>()
    for (let load = 0; load < 3; load += 1) {
      const page = await exchange('GET / HTTP/1.1')
      const nonce = /nonce="([^"]+)"/.exec(page.content)?.[1] ?? ''
      expect(nonce).toMatch(/^[\w+/]{22}==$/)
      nonces.add(nonce)
      expect(page.header('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; " +
          `style-src 'self' 'nonce-${nonce}'; img-src 'self' blob: data:; font-src 'self'; ` +
          "media-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; frame-ancestors 'none'; " +
          "base-uri 'none'; form-action 'none'",
      )
      expect(page.header('cache-control')).toBe('no-store')
      expect(page.header('content-type')).toBe('text/html; charset=utf-8')
      expect(page.content).not.toContain(running.server.token)
    }
    expect(nonces.size).toBe(3)
  })

  test('may be navigated to from the file that opens it, and from nowhere else', async () => {
    const fields = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']
    expect((await exchange('GET / HTTP/1.1', fields)).statusCode).toBe(200)
    const framed = [...fields.slice(0, 2), 'Sec-Fetch-Dest: iframe']
    expect((await exchange('GET / HTTP/1.1', framed)).statusCode).toBe(403)
    expect((await exchange('GET /assets/index-1a2b.js HTTP/1.1', fields)).statusCode).toBe(403)
  })

  test('serves its files with their types', async () => {
    const script = await exchange('GET /assets/index-1a2b.js HTTP/1.1')
    expect(script.content).toBe('export {}\n')
    expect(script.header('content-type')).toBe('text/javascript; charset=utf-8')
  })

  test('reports when it has loaded, and HEAD does not count', async () => {
    let loads = 0
    const counting = await startTestServer({
      onPageLoaded: () => {
        loads += 1
      },
    })
    const headers = { 'parley-token': counting.server.token }
    expect((await fetch(counting.server.origin, { method: 'HEAD', headers })).status).toBe(405)
    expect(loads).toBe(0)
    await (await fetch(counting.server.origin)).text()
    expect(loads).toBe(1)
    await counting.close()
  })
})

test('every response has the common headers, refusals too', async () => {
  const answers = await Promise.all([
    exchange('GET / HTTP/1.1'),
    exchange('GET /assets/index-1a2b.js HTTP/1.1'),
    exchange('GET /assets/none HTTP/1.1'),
    exchange('GET /ticket/none HTTP/1.1'),
    exchange('GET /none HTTP/1.1', [token()]),
    exchange('GET /none HTTP/1.1'),
    exchange('GET / HTTP/1.1', ['Origin: null']),
    exchange('POST /rpc/none HTTP/1.1', [token(), 'Content-Length: 0']),
    exchange('POST /rpc/sends/start HTTP/1.1', [token(), 'Content-Length: 0']),
    exchange('POST /rpc/session/describe HTTP/1.1', [token(), 'Content-Length: 0']),
    exchange('HEAD / HTTP/1.1', [token()]),
    exchange('OPTIONS / HTTP/1.1', [token()]),
    exchange('GET /\\evil HTTP/1.1', [token()]),
  ])
  expect(answers.map(one => one.statusCode)).toEqual([
    200, 200, 404, 404, 404, 401, 403, 404, 400, 200, 405, 404, 400,
  ])
  for (const answer of answers) {
    expect(answer.header('x-content-type-options')).toBe('nosniff')
    expect(answer.header('referrer-policy')).toBe('no-referrer')
    expect(answer.header('cross-origin-resource-policy')).toBe('same-origin')
    expect(answer.header('cross-origin-opener-policy')).toBe('same-origin')
    expect(answer.head).not.toMatch(/access-control|x-powered-by/i)
  }
  const refusals = answers.filter(one => one.statusCode > 400)
  for (const refusal of refusals) {
    expect(refusal.header('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(refusal.header('x-frame-options')).toBe('DENY')
  }
})

describe('another site', () => {
  test.each([
    ['text/plain', JSON.stringify({ json: 1 })],
    ['application/x-www-form-urlencoded', 'json=1'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/jsonp', '{}'],
  ])('cannot call with %s, and nothing is sent (LS3)', async (contentType, content) => {
    const sink = await startSink()
    const body = content === 'json=1' ? content : JSON.stringify({ json: startInput(sink.url) })
    const length = `Content-Length: ${Buffer.byteLength(body)}`
    const fields = [`Content-Type: ${contentType}`, length]
    const plain = await exchange('POST /rpc/sends/start HTTP/1.1', fields, body)
    expect(plain.statusCode).toBe(401)
    const site = ['Origin: http://evil.test', 'Sec-Fetch-Site: cross-site']
    expect((await exchange('POST /rpc/sends/start HTTP/1.1', [...fields, ...site], body)).statusCode).toBe(
      403,
    )
    const withToken = await exchange('POST /rpc/sends/start HTTP/1.1', [...fields, token()], body)
    expect(withToken.statusCode).toBe(415)
    // An allowed send that reaches the sink shows that the refused ones have had time to reach it.
    expect((await call('sends/start', startInput(`${sink.url}/allowed`))).statusCode).toBe(200)
    await sink.waitForRequests(1)
    expect(sink.requests.map(request => request.url)).toEqual(['/allowed'])
    await sink.close()
  })

  test.each(['http://evil.test', 'null', null])('cannot upgrade with Origin %s (LS4)', async origin => {
    const fields = [
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==',
    ]
    const lines = ['GET / HTTP/1.1', `Host: 127.0.0.1:${running.port}`, 'Connection: Upgrade', ...fields]
    const all = origin === null ? lines : [...lines, `Origin: ${origin}`]
    const answer = await exchangeBytes(running.port, `${all.join('\r\n')}\r\n\r\n`)
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 403 /)
    const withToken = await exchangeBytes(running.port, `${[...all, token()].join('\r\n')}\r\n\r\n`)
    expect(withToken.toString()).toMatch(/^HTTP\/1\.1 403 /)
  })
})

test('a connection that asks for an upgrade and is reset affects nothing else', async () => {
  const head = 'GET / HTTP/1.1\r\nHost: evil\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  for (let round = 0; round < 20; round += 1) {
    await new Promise<void>(resolve => {
      const socket = connect(running.port, '127.0.0.1', () => {
        socket.write(head, () => socket.resetAndDestroy())
      })
      socket.once('error', () => {}).once('close', () => resolve())
    })
  }
  expect((await exchange('GET / HTTP/1.1', [])).statusCode).toBe(200)
})

test('a second Host field is refused, wherever the right one is', async () => {
  const right = `Host: 127.0.0.1:${running.port}`
  for (const lines of [
    [right, 'Host: evil.test'],
    ['Host: evil.test', right],
    [right, right],
  ]) {
    const answer = await exchangeBytes(
      running.port,
      `GET / HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 40[03] /)
  }
})

test('no other address of this machine reaches the server (LS6)', async () => {
  const others = Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(one => one.address))
  const addresses = [...others.filter(one => one !== '127.0.0.1'), '127.0.0.2']
  for (const host of addresses) expect(await canConnect(host), host).toBe(false)
  expect(await canConnect('127.0.0.1')).toBe(true)
})

function canConnect(host: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host, port: running.port, timeout: 2000 })
    const settle = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })
}

test.each([
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://127.1:PORT/',
  'http://127.0.0.2:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://user:password@127.0.0.1:PORT/rpc/session/describe',
  '127.0.0.1:PORT',
  'https://127.0.0.1:PORT/',
])('the server’s own port is refused as %s (LS7)', async url => {
  expect(await failureOf(url)).toMatchObject({ kind: 'refused', code: 'OWN_ADDRESS' })
})

test('the server’s own port is refused as localhost with a dot, if that name resolves', async () => {
  expect(['OWN_ADDRESS', 'ENOTFOUND', 'EAI_AGAIN']).toContain(
    (await failureOf('http://localhost.:PORT/')).code,
  )
})

async function failureOf(url: string) {
  const window = await watchWindow(running.client)
  const input = startInput(url.replace('PORT', String(running.port)), window.windowId)
  await running.client.sends.start(input)
  const { failure } = await window.waitForState(input.sendId, 'failed')
  await window.close()
  return failure
}

test.each([
  '/assets/../../secret.txt',
  '/assets/../index.html',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/..\\..\\secret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/assets/%00',
  '/assets/index-1a2b.js%00.txt',
  '/assets//etc/passwd',
  '//etc/passwd',
  '/etc/passwd',
  '/assets/file:///etc/passwd',
  '/assets/',
  '/assets/.',
  '/index.html',
  'http://127.0.0.1/assets/../secret.txt',
])('%s leads to no file (LS9)', async path => {
  for (const fields of [[], [token()]]) {
    const answer = await exchange(`GET ${path} HTTP/1.1`, fields)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.content).not.toMatch(/not for anyone|root:|nonce=/)
  }
})

describe('too large (LS10)', () => {
  test('a call that says it is too large is refused unread', async () => {
    const fields = [token(), 'Content-Type: application/json', `Content-Length: ${1024 ** 3}`]
    const answer = await exchange('POST /rpc/sends/start HTTP/1.1', fields, '{')
    expect(answer.statusCode).toBe(413)
    expect(JSON.parse(answer.content)).toMatchObject({ code: 'CALL_TOO_LARGE' })
  })

  test('a call that does not announce its size is refused at the limit', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    let sentBytes = 0
    const statusCode = await new Promise<number>((resolve, reject) => {
      const socket = connect(running.port, '127.0.0.1')
      socket.write(
        `POST /rpc/sends/start HTTP/1.1\r\nHost: 127.0.0.1:${running.port}\r\n${token()}\r\n` +
          'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      )
      const pump = () => {
        while (sentBytes < maxCallBytes * 4 && !socket.destroyed) {
          sentBytes += chunk.byteLength
          socket.write(`${chunk.byteLength.toString(16)}\r\n`)
          socket.write(chunk)
          if (!socket.write('\r\n')) return
        }
      }
      socket.on('drain', pump)
      socket.once('data', (bytes: Buffer) => {
        socket.destroy()
        resolve(Number(bytes.toString('latin1').slice(9, 12)))
      })
      socket.once('error', reject)
      pump()
    })
    expect(statusCode).toBe(413)
    expect(sentBytes).toBeLessThan(maxCallBytes * 2)
  })

  test('a request with an endless head is closed', async () => {
    const strict = await startTestServer({ limits: { headersTimeoutMs: 20, checkIntervalMs: 5 } })
    const answer = await exchangeBytes(strict.port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${strict.port}\r\nX: `)
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /)
    await strict.close()
  })

  test('a head that is too large is refused', async () => {
    const answer = await exchange('GET / HTTP/1.1', [`X: ${'a'.repeat(100_000)}`])
    expect(answer.statusCode).toBe(431)
  })

  test('content that nests deeply is refused', async () => {
    const deep = `{"json":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect((await call('sends/start', deep)).statusCode).toBe(400)
    const input = JSON.stringify(startInput('http://127.0.0.1/'))
    const nested = input.replace('"tags":[]', `"tags":${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(nested).not.toBe(input)
    expect((await call('sends/start', `{"json":${nested}}`)).statusCode).toBe(400)
  })
})

describe('malformed calls', () => {
  const sendId = randomUUID()
  test.each([
    ['no JSON', 'sends/cancel', '{"json":'],
    ['JSON that is no call', 'sends/cancel', '[]'],
    ['nothing', 'sends/cancel', ''],
    ['null', 'sends/cancel', 'null'],
    ['an ID that is none', 'sends/cancel', { sendId: '../../x' }],
    ['a key that is not known', 'sends/cancel', { sendId, force: true }],
    ['a number for an ID', 'sends/release', { sendId: 1 }],
    ['a request without a URL', 'sends/start', { ...startInput(''), request: { kind: 'http' } }],
    ['an ID that is too long', 'library/readRequest', { id: 'x'.repeat(129) }],
    ['an empty handle', 'bodies/readText', { handle: '', view: 'raw', offset: 0, maxBytes: 1 }],
    ['a negative offset', 'bodies/readText', { handle: 'x', view: 'raw', offset: -1, maxBytes: 1 }],
    [
      'an offset that is no integer',
      'bodies/readText',
      { handle: 'x', view: 'raw', offset: 0.5, maxBytes: 1 },
    ],
    [
      'an offset beyond all numbers',
      'bodies/readText',
      { handle: 'x', view: 'raw', offset: 1e300, maxBytes: 1 },
    ],
    ['no bytes at all', 'bodies/readText', { handle: 'x', view: 'raw', offset: 0, maxBytes: 0 }],
    ['too many bytes', 'bodies/readText', { handle: 'x', view: 'raw', offset: 0, maxBytes: 2_000_000 }],
    ['a view that is none', 'bodies/readText', { handle: 'x', view: 'hex', offset: 0, maxBytes: 1 }],
    ['a purpose that is none', 'bodies/mintTicket', { handle: 'x', purpose: 'run' }],
    ['a window that is none', 'events/subscribe', { windows: [{ windowId: 'w', sequence: 0, after: null }] }],
    ['a stream of no window', 'events/subscribe', { windows: [] }],
    ['a poisoned prototype', 'sends/cancel', '{"json":{"__proto__":{"polluted":1}}}'],
    ['a path into a prototype', 'sends/cancel', '{"json":{},"meta":[[1,"__proto__","polluted"]]}'],
  ])('%s is refused clearly', async (_what, path, json) => {
    const answer = await call(path, json)
    expect(answer.statusCode).toBe(400)
    expect(JSON.parse(answer.content)).toMatchObject({ json: { code: 'BAD_REQUEST' } })
    expect(answer.content).not.toContain('node_modules')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect((await call('session/describe', undefined)).statusCode).toBe(200)
  })

  test.each([
    ['library/readRequest', { id: '__proto__' }],
    ['bodies/readText', { handle: '../secret.txt', view: 'raw', offset: 0, maxBytes: 1 }],
    ['bodies/mintTicket', { handle: 'constructor', purpose: 'preview' }],
    ['no/such/procedure', {}],
    ['__proto__', {}],
    ['sends', {}],
  ])('%s of something that does not exist is not found', async (path, json) => {
    expect((await call(path, json)).statusCode).toBe(404)
  })

  test('an upload in place of JSON is refused', async () => {
    const answer = await call('sends/cancel', 'x', ['Content-Disposition: attachment; filename="x"'])
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  })
})

test('closing twice is no error, and a port in use fails with a sentence', async () => {
  const other = await startTestServer()
  const options = {
    port: running.port,
    pageFolder: `${other.folder}/page`,
    appDataFolder: other.appDataFolder,
    demoBaseUrl: null,
  }
  await expect(startServer(options)).rejects.toThrow(
    `Port ${running.port} is in use by another program. Give another one to --port.`,
  )
  await expect(startServer({ ...options, pageFolder: '/nowhere' })).rejects.toThrow(
    'The page is not built: /nowhere holds no index.html. Run npm run build first.',
  )
  await Promise.all([other.server.close(), other.server.close()])
  await waitFor(async () => !(await canConnectTo(other.port)), 'the port to be free')
  await other.close()
})

function canConnectTo(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

describe('an answer in JSON', () => {
  const describeSession = (coding: string) =>
    fetch(`http://127.0.0.1:${running.port}/rpc/session/describe`, {
      method: 'POST',
      headers: { 'parley-token': running.server.token, 'Accept-Encoding': coding },
    })

  test.each([
    ['short', 'gzip', '{"a":1}', null],
    ['long', 'gzip, deflate, br', JSON.stringify('x'.repeat(5000)), 'gzip'],
    ['long, where the client does not accept it', 'identity', JSON.stringify('x'.repeat(5000)), null],
    ['long, where the client refuses it', 'gzip;q=0', JSON.stringify('x'.repeat(5000)), null],
  ])('is compressed if it is long: %s', async (_, accepted, text, coding) => {
    const made = new Response(text, { headers: { 'Content-Type': 'application/json' } })
    const answer = await compressed(made, accepted)
    expect(answer.headers.get('content-encoding')).toBe(coding)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect((coding === null ? bytes : gunzipSync(bytes)).toString()).toBe(text)
  })

  test('arrives whole, and a stream of events is left as it is', async () => {
    expect(await (await describeSession('gzip')).json()).toEqual(
      await (await describeSession('identity')).json(),
    )
    const stream = new Response('data: 1\n\n', { headers: { 'Content-Type': 'text/event-stream' } })
    expect(await compressed(stream, 'gzip')).toBe(stream)
  })
})
