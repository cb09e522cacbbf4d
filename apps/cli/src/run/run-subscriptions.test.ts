import { type GraphQlSubscription, newGraphQlRequest, noStreamLimits, writeItem } from '@parley/model'
import { openParts, startStreamServer } from '@parley/testkit'
import { type GraphQlServer, startGraphQlServer } from '@parley/testkit/graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
let server: GraphQlServer
beforeAll(async () => {
  server = await startGraphQlServer()
})
afterAll(() => server.close())

/** More events than arrive before a limit ends the subscription. */
const many = 2000
const countdown = (from: number) => `subscription { countdown(from: ${from}) }`

async function run(
  query: string,
  { at = server.url, ...subscription }: Partial<GraphQlSubscription> & { readonly at?: string },
) {
  const settings = { transport: 'auto', url: '', connectionParams: '', ...subscription }
  const body = { type: 'graphql', query, variables: '', subscription: settings } as const
  const file = fixture.write('q.yml', writeItem(newGraphQlRequest({ name: 'Q', url: at, body })))
  const { results, code } = await fixture.report([file])
  return { code, result: results[0] }
}

const limits = (some: object) => ({ runLimits: { ...noStreamLimits, ...some } })

test.each(['graphql-transport-ws', 'sse'])('over %s a subscription runs up to its limit', async transport => {
  const { code, result } = await run(countdown(many), { transport, ...limits({ events: 3 }) })
  expect(result).toMatchObject({ status: 'passed', tests: [{ name: 'Runs up to 3 events', passed: true }] })
  expect(code).toBe(0)
  const until = `$.data.countdown == ${many - 2}`
  const conditional = await run(countdown(many), { transport, ...limits({ until }) })
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

const counted = (left: number) => `{"payload":{"data":{"countdown":${left}}}}`
const heartbeat = '{}'

test.each([
  [{ events: 2 }, [counted(3), heartbeat, counted(2)], 'Runs up to 2 events'],
  [
    { until: '$.data.countdown == 2' },
    [heartbeat, counted(3), counted(2)],
    'Runs up to an event with $.data.countdown == 2',
  ],
  [{ forMs: 200 }, [], 'Runs up to 0.2 s'],
])('in parts a subscription runs up to %j', async (some, parts, name) => {
  const inParts = await startStreamServer(openParts(...parts))
  for (const transport of ['multipart', 'auto']) {
    const { code, result } = await run(countdown(3), { at: inParts.url, transport, ...limits(some) })
    expect({ code, result }).toMatchObject({
      code: 0,
      result: { status: 'passed', tests: [{ name, passed: true }], response: { statusCode: 200 } },
    })
  }
  inParts.close()
})

test('parts with an error of the server are no events', async () => {
  const parts = [counted(3), heartbeat, '{"payload":null,"errors":[{"message":"No"}]}']
  const inParts = await startStreamServer((request, response) => {
    openParts(...parts)(request, response)
    response.end('--graphql--\r\n')
  })
  const { result } = await run(countdown(3), {
    at: inParts.url,
    transport: 'multipart',
    ...limits({ events: 2 }),
  })
  const reason = 'The server ended the stream after 1 event'
  expect(result).toMatchObject({ status: 'failed', tests: [{ passed: false, reason }] })
  inParts.close()
})

test('parts without a limit are skipped', async () => {
  const inParts = await startStreamServer(openParts(counted(3)))
  const { result } = await run(countdown(3), { at: inParts.url, transport: 'multipart' })
  expect(result).toMatchObject({ status: 'skipped', skipped: 'LIVE_STREAM' })
  inParts.close()
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
  const { result } = await run(countdown(many), { transport })
  expect(result).toMatchObject({ status: 'skipped', skipped: 'LIVE_STREAM' })
})
