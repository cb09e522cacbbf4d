import { failed, newHttpRequest, noScripts, ok, type SendFailure } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { context, exchange, noGateFacts, recordingPorts, variable } from '../engine-fixture.testkit.ts'
import type { FailedSend, TransportResult } from '../prepare/ports/transport.ts'
import { scopeOfVariables } from '../prepare/variables/variable-scope.ts'
import { executeRequest, type ProgressListener } from './execute-request.ts'

const request = newHttpRequest({
  method: 'POST',
  url: '{{base}}/a b?x',
  body: { type: 'raw', language: 'text', text: '{{base}}' },
})
const globalVariables = [variable('base', 'http://h.example')]
const signal = new AbortController().signal

const refused: SendFailure = {
  kind: 'connect',
  code: 'ECONNREFUSED',
  step: 'connect',
  address: 'h.example:80',
  subject: '',
  elapsedMs: 1,
}

describe('a send', () => {
  test('that gets a response goes through all stages, is reported, and is recorded once', async () => {
    const answer = ok(exchange(404))
    const { ports, calls, messages, recorded } = recordingPorts(() => answer)
    const progress: Parameters<ProgressListener>[0][] = []
    const outcome = await executeRequest({
      request,
      context: context({ globalVariables }),
      ports,
      signal,
      onProgress: one => {
        calls.push('progress')
        progress.push(one)
      },
    })
    expect(outcome).toEqual(ok({ exchange: exchange(404), tests: { results: [], scriptErrors: [] } }))
    expect(calls).toEqual([
      'pre-request scripts',
      'progress',
      'send',
      'progress',
      'progress',
      'post-response scripts',
      'record',
    ])
    expect(recorded).toEqual([{ request, outcome }])
    expect(messages).toEqual([
      {
        stage: 'outbound',
        method: 'POST',
        target: {
          scheme: 'http',
          host: 'h.example',
          port: 80,
          pathAndQuery: '/a%20b?x',
          targetUri: 'http://h.example/a%20b?x',
          address: 'h.example:80',
        },
        headers: [
          { name: 'Host', value: 'h.example' },
          { name: 'User-Agent', value: 'Parley/1.0' },
          { name: 'Content-Type', value: 'text/plain' },
          { name: 'Content-Length', value: '16' },
        ],
        content: [{ kind: 'bytes', bytes: new TextEncoder().encode('http://h.example') }],
        settings: context().defaultSettings,
        notices: [],
        credentials: [],
        answerResponse: null,
        gateFacts: noGateFacts,
      },
    ])
    const awaiting = {
      state: 'awaiting',
      startedAt: ports.clock.now(),
      targetUri: 'http://h.example/a%20b?x',
    }
    const requestContent = { sentBytes: 16, totalBytes: 16 }
    expect(progress).toEqual([
      { ...awaiting, requestContent: { sentBytes: 0, totalBytes: 16 }, response: null },
      { ...awaiting, requestContent, response: null },
      { ...awaiting, requestContent, response: exchange(404).response },
    ])
  })

  test('with slow scripts reports the response before they run', async () => {
    const { ports } = recordingPorts(() => ok(exchange(200)))
    const steps: unknown[] = []
    const scripts: typeof ports.scripts = {
      ...ports.scripts,
      runPostResponse(run) {
        steps.push('scripts')
        return ports.scripts.runPostResponse(run)
      },
    }
    const transport: typeof ports.transport = {
      ...ports.transport,
      send: async () => {
        steps.push('answered')
        return ok(exchange(200))
      },
    }
    const tested = newHttpRequest({ url: 'http://h/', scripts: { ...noScripts, postResponse: 'x' } })
    const tell: ProgressListener = ({ response }) => steps.push(response?.content.isComplete ?? null)
    for (const one of [tested, newHttpRequest({ url: 'http://h/' })])
      await executeRequest({
        request: one,
        context: context(),
        ports: { ...ports, scripts, transport },
        signal,
        onProgress: tell,
      })
    expect(steps).toEqual([null, 'answered', true, 'scripts', null, 'answered', 'scripts'])
  })

  test.each([
    ['none', noScripts, {}],
    ['before', { ...noScripts, preRequest: 'x' }, { preRequestMs: 10 }],
    ['after', { ...noScripts, postResponse: 'x' }, { postResponseMs: 10 }],
    ['both', { ...noScripts, preRequest: 'x', tests: 'x' }, { preRequestMs: 10, postResponseMs: 10 }],
  ])('says how long its scripts ran: %s', async (_, scripts, times) => {
    const answered = exchange(200)
    const attempt = { ...answered, request: null, connection: null }
    const sent = newHttpRequest({ url: 'http://h/', scripts })
    const answers = [ok(answered), failed({ failure: refused, attempt, response: null })]
    for (const [index, answer] of answers.entries()) {
      const { ports } = recordingPorts(() => answer)
      let now = 0
      const clock = { now: () => 0, monotonic: () => (now += 10) }
      const outcome = await executeRequest({
        request: sent,
        context: context(),
        ports: { ...ports, clock },
        signal,
      })
      const { timings } = outcome.ok ? outcome.value.exchange : (outcome.failure.attempt ?? answered)
      const { postResponseMs: _after, ...before } = times as { postResponseMs?: number }
      expect(timings).toEqual({ ...answered.timings, ...(index === 0 ? times : before) })
    }
  })

  test.each(['connect', 'cancelled'] as const)('that fails (%s) is recorded too', async kind => {
    const failure: FailedSend = { failure: { ...refused, kind }, attempt: null, response: null }
    const { ports, recorded } = recordingPorts(() => failed(failure))
    expect(await executeRequest({ request, context: context({ globalVariables }), ports, signal })).toEqual(
      failed(failure),
    )
    expect(recorded).toEqual([{ request, outcome: failed(failure) }])
  })

  test('is recorded with the names of its secrets, even if it fails', async () => {
    const secret = { secret: true, name: 's', enabled: true } as const
    const variables = [{ ...secret, allowedToScripts: true }]
    const values = new Map([['s', { text: 'canary/1', isLiteral: false }]])
    const given = context({
      globalVariables,
      liveScopes: [{ ...scopeOfVariables('environment', variables), values }],
    })
    const answered = exchange(200)
    const sent = { ...answered.request, targetUri: 'http://h.example/?k=canary%2F1', requestLine: 'canary/1' }
    const { connection, timings, hops, notices } = answered
    const attempt = { request: sent, connection, timings, hops, notices }
    const answers: readonly TransportResult[] = [
      ok({ ...answered, request: sent }),
      failed({ failure: refused, attempt, response: null }),
      failed({ failure: refused, attempt: { ...attempt, request: null }, response: null }),
    ]
    for (const answer of answers) {
      const { ports, recorded } = recordingPorts(() => answer)
      const outcome = await executeRequest({ request, context: given, ports, signal })
      expect(outcome).toMatchObject(answer.ok ? { value: { exchange: answer.value } } : answer)
      expect(JSON.stringify(recorded)).not.toContain('canary')
      if (JSON.stringify(answer).includes('canary')) expect(JSON.stringify(recorded)).toContain('?k={{s}}')
    }
  })

  test('that a pre-request script stops is not sent and not recorded', async () => {
    const { ports, calls } = recordingPorts(() => ok(exchange(200)))
    const stopped: SendFailure = { ...refused, kind: 'script', code: 'SCRIPT_ERROR', step: 'prepare' }
    const scripts = { ...ports.scripts, runPreRequest: async () => failed(stopped) }
    const outcome = await executeRequest({
      request,
      context: context({ globalVariables }),
      ports: { ...ports, scripts },
      signal,
    })
    expect(outcome).toEqual(failed({ failure: stopped, attempt: null, response: null }))
    expect(calls).toEqual([])
  })

  test('whose response is a live event stream runs no script on it', async () => {
    const answered = exchange(200)
    const content = { ...answered.response.content, mediaType: 'text/event-stream' }
    const { ports, calls } = recordingPorts(() =>
      ok({ ...answered, response: { ...answered.response, content } }),
    )
    await executeRequest({ request, context: context({ globalVariables }), ports, signal })
    expect(calls).toEqual(['pre-request scripts', 'send', 'record'])
  })

  test.each([
    ['http://{{host}}/', 'script'],
    ['http://h/{{host}}', 'user'],
    ['http://h.test/', 'user'],
  ])('to %s, where a script set the host, is one of a %s', async (url, initiator) => {
    const { ports, messages } = recordingPorts(() => ok(exchange(200)))
    const values = new Map([['host', { text: 'h.test', isLiteral: true }]])
    const liveScopes = [{ name: 'session', values } as const]
    await executeRequest({
      request: newHttpRequest({ url }),
      context: context({ liveScopes }),
      ports,
      signal,
    })
    expect(messages[0]?.settings.initiator).toBe(initiator)
  })

  test('passes its own signal to the transport', async () => {
    const { ports } = recordingPorts(() => ok(exchange(200)))
    const signals: AbortSignal[] = []
    const transport: typeof ports.transport = {
      ...ports.transport,
      send: (message, observer, given) => {
        signals.push(given)
        return ports.transport.send(message, observer, given)
      },
    }
    await executeRequest({
      request,
      context: context({ globalVariables }),
      ports: { ...ports, transport },
      signal,
    })
    expect(signals).toEqual([signal])
  })

  test('includes the notices of its preparation', async () => {
    const { ports, messages } = recordingPorts(() => ok(exchange(200)))
    await executeRequest({
      request: newHttpRequest({ url: 'http://h/{{a}}' }),
      context: context(),
      ports,
      signal,
    })
    expect(messages[0]?.notices).toEqual([{ code: 'UNKNOWN_VARIABLES', names: ['a'] }])
  })
})

test.each([
  ['INVALID_METHOD', { method: 'GE T' }],
  ['INVALID_URL', { url: 'http://' }],
  ['UNSUPPORTED_SCHEME', { url: 'ftp://h' }],
  ['UNKNOWN_HOST_VARIABLE', { url: '{{nothing}}/' }],
  ['VARIABLE_CYCLE', { url: 'http://h/{{loop}}' }],
  ['MISSING_PATH_VARIABLE', { url: 'http://h/:id' }],
  ['INVALID_HEADER_VALUE', { headers: [{ name: 'X', value: 'a\nb', enabled: true }] }],
  ['INVALID_GRAPHQL_VARIABLES', { body: { type: 'graphql', query: '', variables: '{' } }],
  ['INVALID_GRAPHQL_EXTENSIONS', { body: { type: 'graphql', query: '', variables: '', extensions: '{' } }],
] as const)('%s sends, tells and records nothing', async (code, fields) => {
  const { ports, calls } = recordingPorts(() => ok(exchange(200)))
  const variables = [...globalVariables, variable('loop', '{{loop}}')]
  const outcome = await executeRequest({
    request: { ...request, ...fields },
    context: context({ globalVariables: variables }),
    ports,
    signal,
    onProgress: () => calls.push('progress'),
  })
  expect(outcome).toMatchObject({
    ok: false,
    failure: { failure: { code, step: 'prepare' }, response: null },
  })
  expect(calls).toEqual(['pre-request scripts'])
})
