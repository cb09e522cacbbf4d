import {
  defaultStreamSettings,
  eventStreamRequestOf,
  failed,
  newHttpRequest,
  noStreamLimits,
  type Response,
  type StreamLimits,
} from '@parley/model'
import { expect, test } from 'vitest'
import { withoutScripts } from '../../after/without-scripts.ts'
import { compileJsonCondition } from '../../basics/format/json-query.ts'
import { exchange, recordingPorts } from '../../engine-fixture.testkit.ts'
import type { Transport } from '../../prepare/ports/transport.ts'
import { preparationFailure } from '../../prepare/preparation-failure.ts'
import { runCollection } from '../../run/run-collection.ts'
import type { RunResult } from '../../run/run-events.ts'
import { itemsOf } from '../../run/run-fixture.testkit.ts'
import { defaultRunOptions } from '../../run/run-options.ts'

/** Sends these events and then nothing more, until it is aborted. Null: not even a response. */
function silentTransport(text: string | null): Transport {
  return {
    open: () => Promise.reject(new Error('No connection is opened here')),
    send: (_, observer, signal) =>
      new Promise(resolve => {
        let response: Response | null = null
        const answered = exchange(200)
        if (text !== null) {
          response = {
            ...answered.response,
            content: { ...answered.response.content, mediaType: 'text/event-stream' },
          }
          observer.onResponse(response)
        }
        const failure = preparationFailure('cancelled', 'CANCELLED', '')
        const end = () => resolve(failed({ failure, attempt: response && answered, response }))
        if (signal.aborted) end()
        signal.addEventListener('abort', end)
        if (text !== null) observer.onContent?.(new TextEncoder().encode(text))
      }),
  }
}

/** Runs one stream; only waits for this time end, and only once all that comes has come. */
async function runFor(endedMs: number, limits: Partial<StreamLimits>, text: string | null) {
  const { ports } = recordingPorts(() =>
    failed({ failure: preparationFailure('dns', 'X', ''), attempt: null, response: null }),
  )
  const stream = { ...defaultStreamSettings, runLimits: { ...noStreamLimits, ...limits } }
  const request = eventStreamRequestOf(newHttpRequest({ name: 's', url: 'http://h/s', stream }))
  if (request === null) throw new Error('It is a stream.')
  const results: RunResult[] = []
  await runCollection(
    itemsOf(request),
    defaultRunOptions,
    {
      ports,
      portsOf: () => ({ files: ports.files, transport: silentTransport(text) }),
      newSession: () => ({
        cookieJar: { pairsFor: () => [], store: async () => {} },
        scope: { name: 'session', values: new Map() },
        scriptsFor: () => withoutScripts,
      }),
      releaseBody: async () => {},
      wait: (timeMs, signal) =>
        new Promise(resolve => {
          signal.addEventListener('abort', () => resolve())
          if (timeMs === endedMs) void Promise.resolve().then(() => setImmediate(resolve))
        }),
      compileCondition: async condition => compileJsonCondition(condition),
      loadWebSocketFraming: () => Promise.reject(new Error('No WebSocket is opened here')),
      definitionFilesOf: () => ({ read: () => Promise.reject(new Error('No definition is read here')) }),
    },
    event => {
      if (event.type === 'requestEnded') results.push(event.result)
    },
    new AbortController().signal,
  )
  return results[0]
}

const two = 'data: 1\n\ndata: 2\n\n'

test.each<[string, number, Partial<StreamLimits>, string | null, object]>([
  [
    'too few events',
    30_000,
    { events: 3 },
    two,
    {
      status: 'failed',
      tests: {
        results: [
          {
            name: 'Runs up to 3 events',
            passed: false,
            reason: 'The stream did not reach its limit within 30 s: it had 2 events',
          },
        ],
      },
      outcome: { ok: true, value: { exchange: { response: { statusCode: 200 } } } },
    },
  ],
  [
    'no event that meets the condition',
    30_000,
    { until: '$ == 3' },
    two,
    { status: 'failed', tests: { results: [{ passed: false }] } },
  ],
  [
    'no event at all',
    30_000,
    { events: 1 },
    '',
    { status: 'failed', tests: { results: [{ reason: expect.stringContaining('it had 0 events') }] } },
  ],
  [
    'no response',
    30_000,
    { events: 1 },
    null,
    {
      status: 'error',
      outcome: { ok: false, failure: { failure: { code: 'REQUEST_TIMEOUT', elapsedMs: 30_000 } } },
    },
  ],
  ['no response for a longer time', 30_000, { forMs: 60_000 }, null, { status: 'error' }],
  ['a longer time', 60_000, { forMs: 60_000 }, two, { status: 'passed' }],
  ['a time beyond that of timers', 2_147_483_647, { forMs: 1e12 }, two, { status: 'passed' }],
])('a run waits for %s', async (_, endedMs, limits, text, result) => {
  expect(await runFor(endedMs, limits, text)).toMatchObject(result)
})
