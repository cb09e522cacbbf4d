import {
  defaultWebSocketPart,
  newWebSocketRequest,
  noStreamLimits,
  type StreamLimits,
  type WebSocketPart,
  writeItem,
} from '@parley/model'
import { startWebSocketServer, type WebSocketServerOptions } from '@parley/testkit'
import { afterAll, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const closing: { close(): unknown }[] = []
afterAll(async () => {
  for (const one of closing.splice(0)) await one.close()
})

interface Case {
  readonly name: string
  /** Null: the file has no limit. */
  readonly limits: Partial<StreamLimits> | null
  readonly webSocket?: Partial<WebSocketPart>
  readonly server?: WebSocketServerOptions
  readonly ends: object
}

const passed = (name: string) => ({
  status: 'passed',
  tests: [{ name, passed: true, reason: null }],
  response: { statusCode: 101 },
})
const failed = (name: string, reason: string) => ({
  status: 'failed',
  tests: [{ name, passed: false, reason }],
})
const refuse: WebSocketServerOptions['refuse'] = (_request, socket) => {
  socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
  return true
}
const says = (...messages: readonly string[]): WebSocketServerOptions => ({
  onConnection(socket) {
    for (const one of messages) socket.send(one)
  },
})

const cases: readonly Case[] = [
  {
    name: 'without a limit',
    limits: null,
    ends: { status: 'skipped', skipped: 'LIVE_STREAM', sends: 0 },
  },
  {
    name: 'count of answers to what is sent on connect',
    limits: { events: 2 },
    webSocket: {
      messages: ['{{name}}', 'two', 'never'].map((data, at) => ({
        title: data,
        selected: at < 2,
        format: 'text',
        data,
      })),
    },
    ends: passed('Runs up to 2 messages'),
  },
  {
    name: 'until',
    limits: { until: '$.status == "done"' },
    server: says('{"status":"no"}', 'no JSON', '{"status":"done"}'),
    ends: passed('Runs up to a message with $.status == "done"'),
  },
  { name: 'time', limits: { forMs: 200 }, ends: passed('Runs up to 0.2 s') },
  {
    name: 'the first of several',
    limits: { events: 1, forMs: 60_000, until: '$.n == 5' },
    server: says('a', 'b'),
    ends: passed('Runs up to 1 message or a message with $.n == 5 or 60 s'),
  },
  {
    name: 'ended first',
    limits: { events: 4 },
    server: {
      onConnection(socket) {
        socket.send('a')
        socket.close(1000)
      },
    },
    ends: failed('Runs up to 4 messages', 'The server ended the connection after 1 message'),
  },
  {
    name: 'broken off',
    limits: { events: 4 },
    server: { onConnection: socket => socket.terminate() },
    ends: { status: 'error', failure: { code: 'WEBSOCKET_BROKEN' }, tests: [] },
  },
  {
    name: 'not connected again',
    limits: { events: 4 },
    webSocket: { reconnect: true },
    server: { onConnection: socket => socket.close(1012) },
    ends: failed('Runs up to 4 messages', 'The server ended the connection after 0 messages'),
  },
  {
    name: 'no WebSocket',
    limits: { events: 1 },
    server: { refuse },
    ends: failed('Runs up to 1 message', 'The response is not a WebSocket: 404 Not Found'),
  },
  {
    name: 'no connection',
    limits: { events: 1 },
    server: {
      refuse: (_request, socket) => {
        socket.destroy()
        return true
      },
    },
    ends: { status: 'error', failure: { code: 'ECONNRESET' } },
  },
  {
    name: 'invalid',
    limits: { until: '$.status = 1' },
    ends: { status: 'error', failure: { code: 'INVALID_STREAM_LIMIT' } },
  },
]

const scripts = { preRequest: '', postResponse: 'test("never", () => {})', tests: '', hooks: '' }

test('parley run opens each WebSocket up to the limit in its file, and says what came before it', async () => {
  const servers = await Promise.all(cases.map(({ server }) => startWebSocketServer(server)))
  closing.push(...servers)
  fixture.write('sockets/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Sockets\n')
  for (const [at, { name, limits, webSocket }] of cases.entries()) {
    const part = {
      ...defaultWebSocketPart,
      ...webSocket,
      ...(limits && { runLimits: { ...noStreamLimits, ...limits } }),
    }
    const url = servers[at]?.url ?? ''
    const request = newWebSocketRequest({ name, sequence: at + 1, url, webSocket: part, scripts })
    fixture.write(`sockets/r${at}.yml`, writeItem(request))
  }
  const { results, code } = await fixture.report(['sockets', '--var', 'name=one'])
  expect(results.map(({ name }: { name: string }) => name)).toEqual(cases.map(({ name }) => name))
  for (const [at, { name, ends }] of cases.entries()) expect(results[at], name).toMatchObject(ends)
  expect(servers.map(({ handshakes }) => handshakes.length)).toEqual(
    cases.map(({ name }) => (name === 'without a limit' || name === 'invalid' ? 0 : 1)),
  )
  expect(code).toBe(2)
})

const reporters = ['cli', 'json', 'junit', 'html', 'tap', 'github'] as const

test('every report has the condition of a WebSocket, its outcome and the reason', async () => {
  const good = await startWebSocketServer(says('a', 'b'))
  const bad = await startWebSocketServer({ onConnection: socket => socket.close(1000) })
  closing.push(good, bad)
  fixture.write('reported/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Reported\n')
  for (const [at, { url }] of [good, bad].entries()) {
    const webSocket = { ...defaultWebSocketPart, runLimits: { ...noStreamLimits, events: 2 } }
    fixture.write(`reported/r${at}.yml`, writeItem(newWebSocketRequest({ name: `R${at}`, url, webSocket })))
  }
  const files = reporters.flatMap(name => ['--reporter', `${name}=${name}.report`])
  const { code } = await fixture.run(['reported', ...files, '--force'])
  expect(code).toBe(1)
  for (const name of reporters) {
    const report = fixture.read(`${name}.report`)
    expect(report, name).toContain('The server ended the connection after 0 messages')
    // What has passed is not listed by every reporter.
    if (name !== 'github') expect(report, name).toContain('Runs up to 2 messages')
  }
})
