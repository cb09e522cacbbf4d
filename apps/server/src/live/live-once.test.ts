import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { grpcCallOf, newGrpcRequest } from '@parley/model'
import { type EndingServer, type LiveKind, startEndingServers } from '@parley/testkit'
import { shopProtos } from '@parley/testkit/grpc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StreamChange, useStreamFixture } from './stream-fixture.testkit.ts'

const fixture = useStreamFixture()
let servers: readonly EndingServer[] = []
beforeAll(async () => {
  servers = await startEndingServers()
  const folder = join(fixture.server.appDataFolder, 'workspaces', 'bookshop', 'protos')
  mkdirSync(folder)
  for (const [name, text] of Object.entries(shopProtos)) writeFileSync(join(folder, name), text)
})
afterAll(() => {
  for (const server of servers) server.close()
})

const message = { title: '', selected: true }

/** What a new request of each kind has. */
const changes: Readonly<Record<LiveKind, StreamChange>> = {
  eventStream: { method: 'POST', stream: {} },
  eventSubscription: subscription('sse'),
  socketSubscription: subscription('graphql-transport-ws'),
  webSocket: { webSocket: { messages: [{ ...message, format: 'text', data: 'buy' }] } },
  grpc: {
    method: 'POST',
    ...grpcPartOf({
      method: 'shop.Books/List',
      methodType: 'serverStreaming',
      messages: [{ ...message, text: '{}' }],
      protoFilePath: 'protos/shop.proto',
      options: { ...newGrpcRequest().options, definition: 'proto' },
    }),
  },
}

function grpcPartOf(fields: Parameters<typeof newGrpcRequest>[0]): StreamChange {
  const { grpc } = grpcCallOf(newGrpcRequest(fields))
  return grpc === undefined ? {} : { grpc }
}

function subscription(transport: 'sse' | 'graphql-transport-ws'): StreamChange {
  const settings = { transport, url: '', connectionParams: '' }
  return {
    method: 'POST',
    body: { type: 'graphql', query: 'subscription { n }', variables: '', subscription: settings },
  }
}

test('the page sends a new live request once, however it ends', async () => {
  const sent: (readonly [string, number])[] = []
  for (const { kind, end, url, count } of servers) {
    const sendId = await fixture.send(url, changes[kind])
    await fixture.outcomeOf(sendId)
    sent.push([`${kind}: ${end}`, count()])
  }
  expect(sent).toEqual(servers.map(({ kind, end }) => [`${kind}: ${end}`, 1]))
})
