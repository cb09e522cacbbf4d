import type { RequestListener } from 'node:http'
import {
  defaultStreamSettings,
  eventStreamRequestOf,
  newHttpRequest,
  noStreamLimits,
  type StreamLimits,
  type StreamSettings,
  writeItem,
} from '@parley/model'
import { brokenStream, endedStream, openStream, startStreamServer } from '@parley/testkit'
import { expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const three = 'data: {"n":1}\n\n: comment\ndata: {"n":2,"status":"done"}\n\ndata: no JSON\n\n'

interface Case {
  readonly name: string
  /** Null: the file has no limit. */
  readonly limits: Partial<StreamLimits> | null
  /** With the setting to connect again; absent: GET. */
  readonly method?: string
  readonly listener: RequestListener
  readonly ends: object
}

const passed = (name: string) => ({
  status: 'passed',
  tests: [{ name, passed: true, reason: null }],
  response: { statusCode: 200 },
})
const failed = (name: string, reason: string) => ({
  status: 'failed',
  tests: [{ name, passed: false, reason }],
})

const cases: readonly Case[] = [
  {
    name: 'without a limit',
    limits: null,
    listener: openStream(three),
    ends: { status: 'skipped', skipped: 'LIVE_STREAM', sends: 0 },
  },
  {
    name: 'count',
    limits: { events: 2 },
    listener: openStream(three),
    ends: passed('Runs up to 2 events'),
  },
  {
    name: 'until',
    limits: { until: '$.status == "done"' },
    listener: openStream(three),
    ends: passed('Runs up to an event with $.status == "done"'),
  },
  { name: 'time', limits: { forMs: 200 }, listener: openStream(three), ends: passed('Runs up to 0.2 s') },
  {
    name: 'time without an event',
    limits: { forMs: 200 },
    listener: openStream(''),
    ends: passed('Runs up to 0.2 s'),
  },
  {
    name: 'the first of several',
    limits: { events: 1, forMs: 60_000, until: '$.n == 5' },
    listener: openStream(three),
    ends: passed('Runs up to 1 event or an event with $.n == 5 or 60 s'),
  },
  {
    name: 'reached with the end',
    limits: { events: 3 },
    listener: endedStream(three),
    ends: passed('Runs up to 3 events'),
  },
  {
    name: 'ended first',
    limits: { events: 4 },
    listener: endedStream(`${three}data: incomplete`),
    ends: failed('Runs up to 4 events', 'The server ended the stream after 3 events'),
  },
  {
    name: 'ended first, as POST',
    limits: { events: 4 },
    method: 'POST',
    listener: endedStream(three),
    ends: failed('Runs up to 4 events', 'The server ended the stream after 3 events'),
  },
  {
    name: 'broken off',
    limits: { events: 4 },
    listener: brokenStream(three),
    ends: { status: 'error', failure: { code: 'INCOMPLETE_RESPONSE' }, tests: [] },
  },
  {
    name: 'idle',
    limits: { events: 4 },
    listener: openStream(three),
    ends: { status: 'error', failure: { code: 'STREAM_IDLE' }, tests: [] },
  },
  {
    name: 'no stream',
    limits: { events: 1 },
    listener: (_, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('data: a\n\n'),
    ends: failed('Runs up to 1 event', 'The response is not an event stream: 404 Not Found'),
  },
  {
    name: 'no connection',
    limits: { events: 1 },
    listener: request => request.socket.destroy(),
    ends: { status: 'error', failure: { code: 'ECONNRESET' } },
  },
  {
    name: 'invalid',
    limits: { until: '$.status = 1' },
    listener: openStream(three),
    ends: { status: 'error', failure: { code: 'INVALID_STREAM_LIMIT' } },
  },
]

test('parley run ends each stream at the limit in its file, and says what came before it', async () => {
  const servers = await Promise.all(cases.map(({ listener }) => startStreamServer(listener)))
  fixture.write('streams/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Streams\n')
  for (const [at, { name, limits, method = 'GET' }] of cases.entries()) {
    const stream: StreamSettings = {
      ...defaultStreamSettings,
      idleMs: name === 'idle' ? 1000 : 0,
      ...(method !== 'GET' && { reconnectOtherMethods: true }),
      ...(limits && { runLimits: { ...noStreamLimits, ...limits } }),
    }
    const url = servers[at]?.url ?? ''
    const scripts = { preRequest: '', postResponse: 'test("never", () => {})', tests: '', hooks: '' }
    const draft = newHttpRequest({ name, sequence: at + 1, method, url, stream, scripts })
    const request = eventStreamRequestOf(draft)
    if (request !== null) fixture.write(`streams/r${at}.yml`, writeItem(request))
  }
  const { results, code } = await fixture.report(['streams'])
  for (const server of servers) server.close()
  expect(results.map(({ name }: { name: string }) => name)).toEqual(cases.map(({ name }) => name))
  for (const [at, { name, ends }] of cases.entries()) expect(results[at], name).toMatchObject(ends)
  expect(servers.map(({ heads }) => heads.length)).toEqual(
    cases.map(({ name }) => (name === 'without a limit' || name === 'invalid' ? 0 : 1)),
  )
  expect(code).toBe(2)
})
