import { type GraphQlSubscription, newGraphQlRequest, noStreamLimits, writeItem } from '@parley/model'
import { type GraphQlServer, startGraphQlServer } from '@parley/testkit/graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
let server: GraphQlServer
beforeAll(async () => {
  server = await startGraphQlServer()
})
afterAll(() => server.close())

const countdown = (from: number) => `subscription { countdown(from: ${from}) }`

async function run(query: string, subscription: Partial<GraphQlSubscription>) {
  const settings = { transport: 'auto', url: '', connectionParams: '', ...subscription }
  const body = { type: 'graphql', query, variables: '', subscription: settings } as const
  const file = fixture.write('q.yml', writeItem(newGraphQlRequest({ name: 'Q', url: server.url, body })))
  const { results, code } = await fixture.report([file])
  return { code, result: results[0] }
}

const limits = (some: object) => ({ runLimits: { ...noStreamLimits, ...some } })

test.each(['graphql-transport-ws', 'sse'])('over %s a subscription runs up to its limit', async transport => {
  const { code, result } = await run(countdown(1_000_000), { transport, ...limits({ events: 3 }) })
  expect(result).toMatchObject({ status: 'passed', tests: [{ name: 'Runs up to 3 events', passed: true }] })
  expect(code).toBe(0)
  const until = '$.data.countdown == 999998'
  const conditional = await run(countdown(1_000_000), { transport, ...limits({ until }) })
  expect(conditional.result.status).toBe('passed')
})

test('a subscription that completes before its limit has failed', async () => {
  const { code, result } = await run(countdown(1), {
    transport: 'graphql-transport-ws',
    ...limits({ events: 9 }),
  })
  const reason = 'The server ended the stream after 2 events'
  expect(result).toMatchObject({ status: 'failed', tests: [{ passed: false, reason }] })
  expect(code).toBe(1)
})

test('a subscription that is refused has the code of that failure', async () => {
  const { code, result } = await run('subscription { gone }', {
    transport: 'graphql-transport-ws',
    ...limits({ events: 1 }),
  })
  expect(result).toMatchObject({ status: 'error', failure: { code: 'SUBSCRIPTION_REFUSED' } })
  expect(code).toBe(2)
})

test.each(['graphql-transport-ws', 'sse'])('over %s without a limit it is skipped', async transport => {
  const { result } = await run(countdown(1_000_000), { transport })
  expect(result).toMatchObject({ status: 'skipped', skipped: 'LIVE_STREAM' })
})
