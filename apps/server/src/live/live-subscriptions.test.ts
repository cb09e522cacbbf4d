import type { GraphQlSubscription } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { hasEnded, previews, useStreamFixture } from './stream-fixture.testkit.ts'

const fixture = useStreamFixture()

function subscribe(query: string, subscription: Partial<GraphQlSubscription> = {}) {
  const settings = { transport: 'graphql-transport-ws', url: '', connectionParams: '', ...subscription }
  return fixture.send(`${fixture.server.demo.baseUrl}/graphql`, {
    method: 'POST',
    body: { type: 'graphql', query, variables: '', subscription: settings },
  })
}

const rowsOf = (sessionId: string, count: number) =>
  waitFor(async () => {
    const rows = await fixture.client.live.rows({ sessionId, from: 0, count: 1000 }).catch(() => null)
    return rows !== null && (rows.rows.length >= count || hasEnded(rows)) ? rows : null
  }, 'the messages')

test('a subscription over a WebSocket is a live session, and one entry of the history', async () => {
  const sessionId = await subscribe('subscription { stock(count: 2, intervalMs: 1) { inStock } }')
  const outcome = await fixture.outcomeOf(sessionId)
  expect(outcome).toMatchObject({
    state: 'answered',
    exchange: { response: { webSocket: { subprotocol: 'graphql-transport-ws', end: { code: 1000 } } } },
  })
  const ended = await rowsOf(sessionId, 100)
  expect(ended.rows.map(({ direction, type }) => `${direction} ${type}`)).toEqual([
    'received connection',
    'sent connection_init',
    'received connection_ack',
    'sent subscribe',
    'received next',
    'received next',
    'received complete',
    'sent close',
    'received close',
  ])
  expect(previews(ended)[4]).toBe('{"data":{"stock":{"inStock":99}}}')
  expect(ended.state).toEqual({ state: 'ended', by: 'peer' })
  const results = await fixture.rowsWhen(sessionId, ({ isWhole }) => isWhole, { filter: { types: ['next'] } })
  expect(results.rows).toHaveLength(2)
  expect(await fixture.entryOf(sessionId)).toMatchObject({ messages: { received: 4, sent: 2 } })
})

test('Stop completes it; the user sends no messages of their own', async () => {
  const sessionId = await subscribe('subscription { stock(count: 0, intervalMs: 1) { inStock } }')
  await rowsOf(sessionId, 5)
  expect(await fixture.client.live.send({ sessionId, format: 'text', data: '{}' })).toMatchObject({
    problem: { sentence: expect.any(String) },
  })
  await fixture.client.live.cancel({ sessionId })
  expect(await fixture.outcomeOf(sessionId)).toMatchObject({
    state: 'failed',
    failure: { kind: 'cancelled' },
  })
  const { rows, state } = await fixture.rowsWhen(sessionId, hasEnded)
  expect(state).toEqual({ state: 'ended', by: 'stopped' })
  expect(rows.filter(({ direction }) => direction === 'sent').map(({ type }) => type)).toEqual([
    'connection_init',
    'subscribe',
    'complete',
    'close',
  ])
})

test('a refused subscription says why, and lists what was sent', async () => {
  const sessionId = await subscribe('subscription { gone }')
  expect(await fixture.outcomeOf(sessionId)).toMatchObject({
    state: 'failed',
    failure: { code: 'SUBSCRIPTION_REFUSED', subject: expect.stringContaining('Cannot query field "gone"') },
  })
  const { rows, state } = await fixture.rowsWhen(sessionId, hasEnded)
  expect(state).toEqual({ state: 'ended', by: 'broken', code: 'SUBSCRIPTION_REFUSED' })
  expect(rows.map(({ type }) => type)).toContain('error')
})

test('the demo API refuses a subprotocol that it does not have by its close code', async () => {
  const sessionId = await subscribe('subscription { gone }', { transport: 'graphql-ws' })
  expect(await fixture.outcomeOf(sessionId)).toMatchObject({
    failure: { code: 'SUBSCRIPTION_CLOSED', subject: '4406: Subprotocol not acceptable' },
  })
})
