import {
  defaultStreamSettings,
  failed,
  type Hop,
  type HttpRequest,
  newHttpRequest,
  ok,
  type SendFailureKind,
  type StreamSettings,
} from '@parley/model'
import { describe, expect, it } from 'vitest'
import { exchange } from '../../engine-fixture.testkit.ts'
import type { SendOutcome } from '../../prepare/ports/history.ts'
import { EventReader } from './event-reader.ts'
import { streamRules } from './stream-rules.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'get', 'QUERY'] as const

const settings: Readonly<Record<string, StreamSettings>> = {
  'as it is by default': defaultStreamSettings,
  'turned off': { ...defaultStreamSettings, reconnect: false },
  'turned on for every method': { ...defaultStreamSettings, reconnectOtherMethods: true },
}

/** How a connection ends, and whether a GET then connects again (WHATWG HTML §9.2.3). */
const ends = {
  'the server closes it': { outcome: answered(200), events: 'data: a\n\n', mayFollow: true },
  'it breaks': { outcome: broken('protocol'), events: 'data: a\n\n', mayFollow: true },
  'it is idle': { outcome: broken('timeout'), events: 'data: a\n\n', mayFollow: true },
  'its script stops it': { outcome: broken('script'), events: 'data: a\n\n', mayFollow: false },
  'the user stops it': { outcome: broken('cancelled'), events: 'data: a\n\n', mayFollow: false },
  'after [DONE]': { outcome: answered(200), events: 'data: a\n\ndata: [DONE]\n\n', mayFollow: false },
  'after [DONE] without an empty line': { outcome: answered(200), events: 'data:[DONE]', mayFollow: false },
  'it breaks after [DONE]': { outcome: broken('protocol'), events: 'data: [DONE]\r\n\r\n', mayFollow: false },
  'after an event that quotes [DONE]': {
    outcome: answered(200),
    events: 'data: "[DONE]"\n\ndata: [DONE]\ndata: b\n\n',
    mayFollow: true,
  },
  'with 204': { outcome: answered(204), events: '', mayFollow: false },
  'with 500': { outcome: answered(500), events: '', mayFollow: false },
  'with another type': { outcome: answered(200, 'application/json'), events: '', mayFollow: false },
} as const

const table = methods.flatMap(method =>
  Object.entries(settings).flatMap(([setting, stream]) =>
    Object.entries(ends).map(([end, { outcome, events, mayFollow }]) => {
      const isOn = stream.reconnect && (method === 'GET' || stream.reconnectOtherMethods === true)
      return { method, setting, stream, end, outcome, events, expected: isOn && mayFollow }
    }),
  ),
)

describe.each(methods)('a stream by %s', method => {
  it.each(table.filter(one => one.method === method))(
    'is connected again: $expected ($setting; $end)',
    async ({ stream, outcome, events, expected }) => {
      const request = newHttpRequest({ method, stream })
      expect(await isConnectedAgain(request, withMethod(outcome, method), events)).toBe(expected)
    },
  )
})

describe('a stream that was sent as POST', () => {
  const typed = newHttpRequest({ method: 'GET', stream: defaultStreamSettings })

  it('by a script is not connected again', async () => {
    expect(await isConnectedAgain(typed, withMethod(answered(200), 'POST'), '')).toBe(false)
  })

  it('and redirected to a GET is not connected again', async () => {
    const hop: Hop = { method: 'POST', targetUri: '/a', statusCode: 303, location: '/b' }
    const redirected = withMethod(answered(200), 'GET', [hop])
    expect(await isConnectedAgain({ ...typed, method: 'POST' }, redirected, '')).toBe(false)
  })
})

/** Whether a connection that ended so is followed by another one. */
async function isConnectedAgain(request: HttpRequest, ended: SendOutcome, events: string): Promise<boolean> {
  const reader = new EventReader()
  reader.read(new TextEncoder().encode(events))
  reader.end()
  const rules = streamRules({ request, position: async () => reader.position, random: () => 0.5 })
  return rules.mayFollow(ended)
}

function answered(statusCode: number, mediaType = 'text/event-stream'): SendOutcome {
  const { response, ...sent } = exchange(statusCode)
  const content = { ...response.content, mediaType }
  return ok({
    exchange: { ...sent, response: { ...response, content } },
    tests: { results: [], scriptErrors: [] },
  })
}

function broken(kind: SendFailureKind): SendOutcome {
  const { response, ...attempt } = exchange(200)
  const content = { ...response.content, mediaType: 'text/event-stream' }
  const failure = { kind, code: 'X', step: 'response', address: '', subject: '', elapsedMs: 1 } as const
  return failed({ failure, attempt, response: { ...response, content } })
}

/** The outcome of a request that was sent with this method. */
function withMethod(outcome: SendOutcome, method: string, hops: readonly Hop[] = []): SendOutcome {
  if (outcome.ok) {
    const { exchange: sent } = outcome.value
    return ok({ ...outcome.value, exchange: { ...sent, hops, request: { ...sent.request, method } } })
  }
  const { attempt } = outcome.failure
  if (attempt === null || attempt.request === null) throw new Error('It was sent.')
  return failed({
    ...outcome.failure,
    attempt: { ...attempt, hops, request: { ...attempt.request, method } },
  })
}
