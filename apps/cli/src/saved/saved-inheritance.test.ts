import {
  defaultStreamSettings,
  eventStreamRequestOf,
  type Item,
  newGraphQlRequest,
  newGrpcRequest,
  newHttpRequest,
  newWebSocketRequest,
  noScripts,
  writeItem,
} from '@parley/model'
import { endedStream, startStreamServer, startWebSocketServer } from '@parley/testkit'
import { startGrpcServer } from '@parley/testkit/grpc'
import { afterEach, describe, expect, test } from 'vitest'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
const closing: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close()
})

const scripts = {
  ...noScripts,
  preRequest: 'tool.variables.set("order", tool.variables.get("order") + " request")',
  postResponse: 'test("of the request", () => {})',
}

const container = (name: string, more: string) => `info:
  name: ${name}
request:
  headers:
    - name: X-From-${name}
      value: "{{of_${name}}}"
    - name: X-Both
      value: ${name}
  variables:
    - name: of_${name}
      value: value of ${name}
    - name: of_both
      value: ${name}
${more}
`
const script = (type: string, code: string) => `    - type: ${type}\n      code: '${code}'\n`

/** Writes a workspace in which a request has a collection and a folder. Returns the path of the request. */
function workspaceWith(item: Item): string {
  fixture.write(
    'ws/workspace.yml',
    'opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\nvariables:\n  - name: of_workspace\n    value: value of workspace\n',
  )
  fixture.write(
    'ws/environments/e.yml',
    'name: E\nvariables:\n  - name: of_environment\n    value: value of environment\n',
  )
  const places = ['workspace', 'environment', 'collection', 'folder', 'both'].map(place => `{{of_${place}}}`)
  const ofCollection = `  auth:\n    type: basic\n    username: not\n    password: used\n  scripts:\n${script('before-request', 'tool.variables.set("order", "collection")')}${script('after-response', 'test("of the collection", () => {})')}`
  fixture.write('ws/c/opencollection.yml', `opencollection: 1.0.0\n${container('collection', ofCollection)}`)
  const ofFolder = `  auth:\n    type: bearer\n    token: "${places.join(',')}"\n  scripts:\n${script('before-request', 'tool.variables.set("order", tool.variables.get("order") + " folder")')}${script('after-response', 'test("of the folder", () => {})')}`
  fixture.write(
    'ws/c/f/folder.yml',
    container('folder', ofFolder)
      .replace('name: folder\n', 'name: folder\n  type: folder\n')
      .replace('  variables:\n', '    - name: X-Order\n      value: "{{order}}"\n  variables:\n'),
  )
  return fixture.write('ws/c/f/one.yml', writeItem(item))
}

type Headers = Readonly<Record<string, string>>

/** Names in lower case. */
const headersOf = (rows: readonly (readonly [string, string])[]): Headers =>
  Object.fromEntries(rows.map(([name, value]) => [name.toLowerCase(), value]))
const sinkHeaders = () =>
  headersOf((fixture.sink.requests[0]?.headers ?? []).map(({ name, value }) => [name, value]))

interface Kind {
  /** Resolves to a request of the kind, and to the headers that its server receives. */
  readonly start: () => Promise<{ readonly item: Item; readonly received: (stdout: string) => Headers }>
  readonly options?: readonly string[]
  /** Whether the response ends by itself, so that it is tested. */
  readonly isTested: boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  HTTP: {
    start: async () => ({ item: newHttpRequest({ url: fixture.sink.url, scripts }), received: sinkHeaders }),
    isTested: true,
  },
  GraphQL: {
    start: async () => ({
      item: newGraphQlRequest({
        url: fixture.sink.url,
        body: { type: 'graphql', query: '{ a }', variables: '' },
        scripts,
      }),
      received: sinkHeaders,
    }),
    isTested: true,
  },
  gRPC: {
    start: async () => {
      const server = await startGrpcServer()
      closing.push(server)
      const messages = [{ title: '', selected: true, text: '{}' }]
      return {
        item: newGrpcRequest({ url: server.address, method: 'shop.Books/Metadata', messages, scripts }),
        received: stdout => headersOf(Object.entries<string>(JSON.parse(stdout).values)),
      }
    },
    isTested: true,
  },
  'Server-Sent Events': {
    start: async () => {
      const server = await startStreamServer(endedStream('data: 1\n\n'))
      closing.push(server)
      const stream = { ...defaultStreamSettings, reconnect: false }
      const item = eventStreamRequestOf(newHttpRequest({ url: server.url, stream, scripts }))
      if (item === null) throw new Error('It is a stream.')
      return { item, received: () => headersOf(Object.entries(server.heads[0] ?? {}) as [string, string][]) }
    },
    isTested: false,
  },
  WebSocket: {
    start: async () => {
      const server = await startWebSocketServer({ onConnection: socket => socket.send('hello') })
      closing.push(server)
      const rows = () => server.handshakes[0]?.rawHeaders ?? []
      return {
        item: newWebSocketRequest({ url: server.url, scripts }),
        received: () =>
          headersOf(
            rows().flatMap((name, at) => (at % 2 === 0 ? [[name, rows()[at + 1] ?? ''] as const] : [])),
          ),
      }
    },
    options: ['--messages', '1'],
    isTested: false,
  },
}

describe.each(Object.entries(kinds))('parley send of a saved request of the kind %s', (_, kind) => {
  test('has the headers, authorization, variables and scripts that it inherits, and its tests', async () => {
    const { item, received } = await kind.start()
    const file = workspaceWith(item)
    const sent = await fixture.runCommand(['send', file, '-e', 'E', ...(kind.options ?? [])], { stdin: '' })
    expect(sent).toMatchObject({ code: 0 })
    const values = ['workspace', 'environment', 'collection', 'folder'].map(place => `value of ${place}`)
    expect(received(sent.stdout.toString())).toMatchObject({
      'x-from-collection': 'value of collection',
      'x-from-folder': 'value of folder',
      'x-both': 'folder',
      'x-order': 'collection folder request',
      authorization: `Bearer ${values.join(',')},folder`,
    })
    const tests = ['collection', 'folder', 'request'].map(owner => `✓ of the ${owner}\n`)
    expect(sent.stderr).toBe(kind.isTested ? tests.join('') : '')
  })
})
