import type { WindowEvent } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { type ConnectionState, followEvents } from './follow-events.ts'

const event: WindowEvent = {
  type: 'send',
  sendId: 's',
  progress: {
    state: 'awaiting',
    startedAt: 0,
    targetUri: '',
    requestContent: { sentBytes: 0, totalBytes: 0 },
    response: null,
  },
}

async function* stream(...events: readonly WindowEvent[]) {
  yield* events
}

/** Follows through the given attempts, then stops. */
async function follow(attempts: readonly (() => Promise<AsyncIterable<WindowEvent>>)[]) {
  const stop = new AbortController()
  const states: ConnectionState[] = []
  const delays: number[] = []
  const events: WindowEvent[] = []
  let attempt = 0
  await followEvents({
    subscribe() {
      const next = attempts[attempt]
      attempt += 1
      if (next !== undefined) return next()
      stop.abort()
      return Promise.reject(new Error('stopped'))
    },
    onEvent: received => events.push(received),
    onConnection: state => states.push(state),
    async wait(delayMs) {
      delays.push(delayMs)
    },
    signal: stop.signal,
  })
  return { states, delays, events }
}

const refuse = () => Promise.reject(new TypeError('fetch failed'))

it('hands events on, and opens an ended stream again without calling the server lost', async () => {
  const followed = await follow([async () => stream(event), async () => stream(event)])
  expect(followed.events).toEqual([event, event])
  expect(followed.states).toEqual(['open', 'open'])
})

it('waits longer after each failed attempt, and starts short again once open', async () => {
  const followed = await follow([refuse, refuse, refuse, async () => stream(), refuse])
  expect(followed.states).toEqual(['lost', 'lost', 'lost', 'open', 'lost'])
  expect(followed.delays).toEqual([250, 500, 1_000, 250, 500])
})

it('gives up where the server does not know the token', async () => {
  const unauthorized = Object.assign(new Error('Unauthorized'), { status: 401 })
  const followed = await follow([() => Promise.reject(unauthorized), async () => stream(event)])
  expect(followed.states).toEqual(['refused'])
  expect(followed.events).toEqual([])
})
