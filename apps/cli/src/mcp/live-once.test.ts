import {
  defaultGrpcOptions,
  defaultStreamSettings,
  defaultWebSocketPart,
  newGraphQlRequest,
  newGrpcRequest,
  newHttpRequest,
  newWebSocketRequest,
  noStreamLimits,
  writeItem,
} from '@parley/model'
import { type EndingServer, type LiveKind, startEndingServers } from '@parley/testkit'
import { shopProtos } from '@parley/testkit/grpc'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useMcpFixture } from './mcp-fixture.testkit.ts'

const fixture = useMcpFixture()
let servers: readonly EndingServer[] = []
beforeAll(async () => {
  servers = await startEndingServers()
})
afterAll(() => {
  for (const server of servers) server.close()
})

const limits = { ...noStreamLimits, events: 9 }

/** The file of a saved request with the settings of a new one, and with limits for runs. */
const files: Readonly<Record<LiveKind, (url: string) => object>> = {
  eventStream: url =>
    writeItem(
      newHttpRequest({
        name: 'Live',
        method: 'POST',
        url,
        stream: { ...defaultStreamSettings, runLimits: limits },
      }),
    ),
  eventSubscription: url => subscription(url, 'sse'),
  socketSubscription: url => subscription(url, 'graphql-transport-ws'),
  webSocket: url =>
    writeItem(
      newWebSocketRequest({
        name: 'Live',
        url,
        webSocket: {
          ...defaultWebSocketPart,
          messages: [{ title: '', selected: true, format: 'text', data: 'buy' }],
          runLimits: limits,
        },
      }),
    ),
  grpc: url =>
    writeItem(
      newGrpcRequest({
        name: 'Live',
        url,
        method: 'shop.Books/List',
        methodType: 'serverStreaming',
        messages: [{ title: '', selected: true, text: '{}' }],
        protoFilePath: 'protos/shop.proto',
        options: { ...defaultGrpcOptions, definition: 'proto' },
      }),
    ),
}

function subscription(url: string, transport: 'sse' | 'graphql-transport-ws'): object {
  const settings = { transport, url: '', connectionParams: '', runLimits: limits }
  const body = {
    type: 'graphql',
    query: 'subscription { n }',
    variables: '',
    subscription: settings,
  } as const
  return writeItem(newGraphQlRequest({ name: 'Live', url, body }))
}

const ways: Readonly<Record<string, (paths: readonly string[]) => Promise<unknown>>> = {
  'parley send': paths => sendEach(paths, path => fixture.runCommand(['send', `live/${path}`])),
  'parley run': () => fixture.runCommand(['run', 'live']),
  'an agent that sends': async paths => {
    const agent = await fixture.connect(['live'])
    return sendEach(paths, path => agent.call('send_request', { path }))
  },
  'an agent that runs': async () => (await fixture.connect(['live'])).call('run_collection', { path: '' }),
}

async function sendEach(paths: readonly string[], send: (path: string) => Promise<unknown>) {
  const outcomes: unknown[] = []
  for (const path of paths) outcomes.push(await send(path))
  return outcomes
}

it.each(Object.entries(ways))('%s sends a new live request once, however it ends', async (_, send) => {
  fixture.writeFile('live/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Live\n')
  for (const [name, text] of Object.entries(shopProtos)) fixture.writeFile(`live/protos/${name}`, text)
  for (const [at, { kind, url }] of servers.entries()) fixture.writeFile(pathOf(at), files[kind](url))
  const before = servers.map(({ count }) => count())
  const outcome = await send(servers.map((_server, at) => pathOf(at).slice('live/'.length)))
  const sent = servers.map(({ kind, end, count }, at) => [`${kind}: ${end}`, count() - (before[at] ?? 0)])
  expect(sent, JSON.stringify(outcome)).toEqual(servers.map(({ kind, end }) => [`${kind}: ${end}`, 1]))
})

const pathOf = (at: number) => `live/live-${at}.yml`
