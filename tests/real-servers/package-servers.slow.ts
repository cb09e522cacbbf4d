import { newGraphQlRequest, newWebSocketRequest, writeItem } from '@parley/model'
import { startGraphQlServer } from '@parley/testkit/graphql'
import { needs } from '@parley/testkit/needs'
import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { useRunFixture } from '../../apps/cli/src/run/run-fixture.testkit.ts'
import { ownPackages, packageVersion, useComparisons } from './comparisons.testkit.ts'
import {
  missingPackages,
  packagesFolder,
  resolvers,
  startApollo,
  startMercurius,
  startSocketIo,
  typeDefs,
} from './package-servers.mjs'

const fixture = useRunFixture()
const compare = useComparisons('package-servers')

const queries = {
  'a query': { query: '{ books { id title price } }' },
  'variables and a name': {
    query:
      'query First($n: Int!) { books(first: $n) { title price(currency: "CHF") } } query Other { __typename }',
    variables: { n: 3 },
    operationName: 'First',
  },
  'a mutation': {
    query: 'mutation($book: NewBook!) { add(book: $book) { id title price } }',
    variables: { book: { title: 'Ü "1"', tags: ['a', 'b'] } },
  },
  'an error of a field': { query: '{ broken { id } books { id } }' },
  'null where it must not be': { query: '{ wrong }' },
  'a field that is not there': { query: '{ books { nothing } }' },
  'what is no query': { query: '{ books {' },
  'a variable of the wrong type': {
    query: 'query($n: Int) { books(first: $n) { id } }',
    variables: { n: 'x' },
  },
} as const

const servers = {
  Apollo: { start: startApollo, from: '@apollo/server', packages: packagesFolder },
  Mercurius: { start: startMercurius, from: 'mercurius', packages: packagesFolder },
  Yoga: {
    start: () => startGraphQlServer({ typeDefs, resolvers }),
    from: 'graphql-yoga',
    packages: ownPackages,
  },
} as const

describe.each(Object.entries(servers))(
  '%s answers as it answers fetch',
  needs(missingPackages === '', missingPackages),
  (name, { start, from, packages }) => {
    const compared = (what: string) => ({
      server: name,
      version: packageVersion(from, packages),
      client: `fetch of Node ${process.versions.node}`,
      what,
    })
    let server: Awaited<ReturnType<typeof start>>
    beforeAll(async () => {
      server = await start()
    })
    afterAll(() => server.close())

    const asked = async (body: object) => {
      const headers = { 'Content-Type': 'application/json', Accept: 'application/graphql-response+json' }
      const response = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: response.status, body: await response.json() }
    }

    test.each(Object.entries(queries))('%s', async (_name, asks) => {
      const variables = 'variables' in asks ? JSON.stringify(asks.variables) : ''
      const body = { type: 'graphql', query: asks.query, variables } as const
      const headers = [
        { name: 'Accept', value: 'application/graphql-response+json', enabled: true, description: '' },
      ]
      const file = fixture.write(
        'q.yml',
        writeItem(newGraphQlRequest({ name: 'Q', url: server.url, body, headers })),
      )
      const operation = 'operationName' in asks ? ['--operation', asks.operationName] : []
      const { stdout } = await fixture.runCommand(['send', file, '--json-output', ...operation])
      const { response } = JSON.parse(stdout.toString())
      const ours = { status: response.statusCode, body: JSON.parse(response.body.text) }
      compare(compared('status, body'), ours, await asked(asks))
    })

    test('its schema', async () => {
      const { body } = await asked({ query: getIntrospectionQuery() })
      const file = fixture.write('q.yml', writeItem(newGraphQlRequest({ name: 'Q', url: server.url })))
      const { stdout, stderr } = await fixture.runCommand(['schema', file])
      expect(stderr).toBe('')
      const theirs = sorted(buildClientSchema(body.data))
      compare(compared('schema'), sorted(buildSchema(stdout.toString())), theirs)
    })
  },
)

/** Returns the results of a subscription that the official client gets. */
async function subscribed(url: string, query: string): Promise<readonly unknown[]> {
  const client = createClient({
    url: url.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { a: 1 },
  })
  const results: unknown[] = []
  for await (const result of client.iterate({ query })) results.push(result)
  await client.dispose()
  return results
}

/** Returns the first messages that the client of `ws` gets after it has sent one. */
async function messagesOf(url: string, sent: string, count: number): Promise<readonly string[]> {
  const socket = new WebSocket(url)
  const messages: string[] = []
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => socket.send(sent))
    socket.on('error', reject)
    socket.on('message', data => {
      messages.push(String(data))
      if (messages.length === count) resolve()
    })
  })
  socket.close()
  return messages
}

/** Each connection has an ID of its own. */
const withoutId = (message: string) => message.replace(/"sid":"[^"]*"/, '"sid":"ID"')

const sorted = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema))

describe('sockets', needs(missingPackages === '', missingPackages), () => {
  test.each(['graphql-transport-ws', 'graphql-ws'])(
    'Mercurius sends a subscription over %s',
    async transport => {
      const server = await startMercurius()
      const subscription = { transport, url: '', connectionParams: '{"a": 1}' }
      const body = {
        type: 'graphql',
        query: 'subscription { count(to: 3) }',
        variables: '',
        subscription,
      } as const
      const file = fixture.write('q.yml', writeItem(newGraphQlRequest({ name: 'Q', url: server.url, body })))
      const { code, stdout, stderr } = await fixture.runCommand(['send', file])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      const results = stdout
        .toString()
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
      expect(results).toEqual([1, 2, 3].map(count => ({ data: { count } })))
      if (transport === 'graphql-transport-ws') {
        const version = packageVersion('graphql-ws', ownPackages)
        const client = `the client of graphql-ws ${version}`
        const what = 'results of a subscription'
        const mercurius = { server: 'Mercurius', version: packageVersion('mercurius', packagesFolder) }
        compare({ ...mercurius, client, what }, results, await subscribed(server.url, body.query))
      }
      await server.close()
    },
  )

  test('Socket.IO takes a connection in its own words', async () => {
    const server = await startSocketIo()
    const url = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
    const request = newWebSocketRequest({ name: 'W', url })
    const messages = [{ title: '', selected: true, format: 'text', data: '40' }] as const
    const file = fixture.write(
      'w.yml',
      writeItem({ ...request, webSocket: { ...request.webSocket, messages } }),
    )
    const { code, stdout } = await fixture.runCommand(['send', file, '--messages', '2'])
    expect(code).toBe(0)
    const received = stdout.toString().trim().split('\n').map(withoutId)
    expect(received.map(one => one.replace(/\{.*/, ''))).toEqual(['0', '40'])
    const client = `the client of ws ${packageVersion('ws', ownPackages)}`
    const version = packageVersion('socket.io', packagesFolder)
    const theirs = (await messagesOf(url, '40', 2)).map(withoutId)
    compare({ server: 'Socket.IO', version, client, what: 'messages' }, received, theirs)
    await server.close()
  })
})
