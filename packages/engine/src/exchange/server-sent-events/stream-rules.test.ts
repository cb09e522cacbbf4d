import { defaultStreamSettings, failed, newHttpRequest, type SendFailure } from '@parley/model'
import { describe, expect, it } from 'vitest'
import type { SendOutcome } from '../../prepare/ports/history.ts'
import { keepConnected } from '../live/keep-connected.ts'
import { streamRules } from './stream-rules.ts'

const failure: SendFailure = {
  kind: 'connect',
  code: 'ECONNREFUSED',
  step: 'connect',
  address: '127.0.0.1:9',
  subject: '',
  elapsedMs: 1,
}
const refused: SendOutcome = failed({ failure, attempt: null, response: null })
const brokenStream: SendOutcome = failed({
  failure,
  attempt: null,
  response: {
    httpVersion: '1.1',
    statusCode: 200,
    reasonPhrase: 'OK',
    headers: [],
    trailers: [],
    headerBytes: 0,
    interim: [],
    content: {
      handle: '',
      mediaType: 'text/event-stream',
      charset: '',
      wireBytes: 0,
      decodedBytes: 0,
      isComplete: false,
    },
  },
})

/** Returns the delays before the connections after the first one. */
async function delaysOf(
  retryMs: number | null,
  outcomes: readonly SendOutcome[],
): Promise<readonly number[]> {
  const stop = new AbortController()
  const left = [...outcomes]
  const delays: number[] = []
  await keepConnected({
    ...streamRules({
      request: newHttpRequest({ stream: defaultStreamSettings }),
      position: async () => ({ lastEventId: '', retryMs, isDone: false }),
      random: () => 0.5,
    }),
    connect: async () => left.shift() ?? refused,
    async wait(timeMs) {
      delays.push(timeMs)
      if (left.length === 0) stop.abort()
    },
    onWaiting: () => {},
    signal: stop.signal,
  })
  return delays
}

describe('the time between two connections', () => {
  it.each([
    { retryMs: null, delayMs: 3000 },
    { retryMs: 200, delayMs: 200 },
    { retryMs: 0, delayMs: 50 },
    { retryMs: Number.MAX_SAFE_INTEGER, delayMs: 2 ** 31 - 1 },
  ])('is $delayMs ms if the server asks for $retryMs', async ({ retryMs, delayMs }) => {
    expect(await delaysOf(retryMs, [brokenStream])).toEqual([delayMs])
  })

  it.each([
    { retryMs: 1000, delaysMs: [1000, 2000, 4000, 8000] },
    { retryMs: 0, delaysMs: [50, 100, 200, 400] },
    { retryMs: 40_000, delaysMs: [40_000, 60_000, 60_000, 60_000] },
  ])('doubles from $retryMs with each failure, up to a minute', async ({ retryMs, delaysMs }) => {
    expect(await delaysOf(retryMs, [brokenStream, refused, refused, refused])).toEqual(delaysMs)
  })
})
