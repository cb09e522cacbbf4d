import { type GraphQlSubscription, newGraphQlRequest, writeItem } from '@parley/model'
import { openParts, startSink, startStreamServer, startWebSocketServer } from '@parley/testkit'
import { type GraphQlServer, startGraphQlServer } from '@parley/testkit/graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
let server: GraphQlServer
beforeAll(async () => {
  server = await startGraphQlServer()
})
afterAll(() => server.close())

async function subscribe(
  query: string,
  options: readonly string[] = [],
  subscription: Partial<GraphQlSubscription> & { readonly at?: string } = {},
) {
  const { at = server.url, ...fields } = subscription
  const settings = { transport: 'graphql-transport-ws', url: '', connectionParams: '', ...fields }
  const body = { type: 'graphql', query, variables: '', subscription: settings } as const
  const file = fixture.write('q.yml', writeItem(newGraphQlRequest({ name: 'Q', url: at, body })))
  const { code, stdout, stderr } = await fixture.runCommand(['send', file, ...options])
  return { code, stdout: stdout.toString(), stderr }
}

const countdown = 'subscription { countdown(from: 1) }'
const lines = '{"data":{"countdown":1}}\n{"data":{"countdown":0}}\n'

test('each result is a line, and its end ends the command', async () => {
  expect(await subscribe(countdown)).toEqual({ code: 0, stdout: lines, stderr: '' })
  const json = await subscribe(countdown, ['--json-lines'])
  expect(JSON.parse(json.stdout.split('\n')[0] ?? '')).toEqual({
    direction: 'received',
    type: 'next',
    data: '{"data":{"countdown":1}}',
    time: expect.any(String),
  })
})

test('a URL of a WebSocket needs no setting', async () => {
  const at = server.url.replace('http', 'ws')
  expect(await subscribe(countdown, [], { transport: 'auto', at })).toMatchObject({ code: 0, stdout: lines })
})

test.each([
  ['--events', '3', 3],
  ['--until', '$.data.countdown == 1996', 5],
])('%s %s ends it after %i events', async (option, value, count) => {
  const { code, stdout } = await subscribe('subscription { countdown(from: 2000) }', [option, value])
  expect({ code, count: stdout.trim().split('\n').length }).toEqual({ code: 0, count })
})

const part = (left: number) => `{"payload":{"data":{"countdown":${left},"é":"ü"}}}`
const result = (left: number) => `{"data":{"countdown":${left},"é":"ü"}}\n`

test.each([
  [['--events', '2'], result(9) + result(8)],
  [['--until', '$.data.countdown == 8'], result(9) + result(8)],
  [['--for', '200ms'], result(9) + result(8) + result(7)],
])('in parts, %j ends it and prints each result', async (options, stdout) => {
  const inParts = await startStreamServer(openParts(part(9), '{}', part(8), part(7)))
  for (const transport of ['multipart', 'auto'])
    expect(await subscribe(countdown, options, { at: inParts.url, transport })).toMatchObject({
      code: 0,
      stdout,
    })
  inParts.close()
})

test('in parts, --json-lines prints objects, and --raw the parts', async () => {
  const inParts = await startStreamServer(openParts(part(9), '{}', part(8)))
  const settings = { at: inParts.url, transport: 'multipart' }
  const json = await subscribe(countdown, ['--events', '1', '--json-lines'], settings)
  expect(JSON.parse(json.stdout)).toMatchObject({ event: 'next', data: result(9).trim() })
  const { stdout } = await subscribe(countdown, ['--events', '1', '--raw'], settings)
  expect(stdout).toBe(`\r\n--graphql\r\ncontent-type: application/json\r\n\r\n${part(9)}\r\n--graphql`)
  inParts.close()
})

test.each([
  '{"payload":{"data":null,"errors":[{"message":"No"}]}}',
  '{"payload":null,"errors":[{"message":"No"}]}',
])('in parts, --fail-on-graphql-errors fails for %s', async content => {
  const ended = await startStreamServer((request, response) => {
    openParts(part(9), '{}', content)(request, response)
    response.end()
  })
  const settings = { at: ended.url, transport: 'multipart' }
  for (const options of [[], ['--events', '9']])
    expect(await subscribe(countdown, [...options, '--fail-on-graphql-errors'], settings)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('"No"'),
      stderr: expect.stringContaining('errors and no data: No'),
    })
  ended.close()
})

test('an event stream with a limit is read for errors too', async () => {
  const { code } = await subscribe('subscription { gone }', ['--events', '1', '--fail-on-graphql-errors'], {
    transport: 'sse',
  })
  expect(code).toBe(1)
})

test('without a limit of its own it can be ended by a time', async () => {
  const endless = await startWebSocketServer({
    chooseProtocol: () => 'graphql-transport-ws',
    onConnection: socket => socket.on('message', () => socket.send('{"type":"ping"}')),
  })
  expect(await subscribe(countdown, ['--for', '200ms'], { at: endless.url })).toMatchObject({
    code: 0,
    stdout: '',
  })
  await endless.close()
})

test.each([
  ['subscription { gone }', {}, 2, 'refused the subscription: Cannot query field "gone"'],
  [countdown, { connectionParams: '{"token": "wrong"}' }, 2, '4403: Forbidden. (SUBSCRIPTION_CLOSED)'],
  [countdown, { connectionParams: '[]' }, 3, 'INVALID_CONNECTION_PARAMS'],
])('%s with %j exits with %i', async (query, fields, code, message) => {
  const ended = await subscribe(query, [], fields)
  expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) })
})

test('a refused upgrade prints the response', async () => {
  const refusing = await startWebSocketServer({
    refuse: (_, socket) => {
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno')
      return true
    },
  })
  const ended = await subscribe(countdown, [], { at: refusing.url })
  expect(ended).toMatchObject({
    code: 2,
    stdout: 'no',
    stderr: expect.stringContaining('refused the WebSocket: 401'),
  })
  await refusing.close()
})

test('options of WebSockets are refused', async () => {
  for (const option of [['--messages', '1'], ['--interactive']]) {
    const { code, stderr } = await subscribe(countdown, option)
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('--events') })
  }
})

test.each(['graphql-transport-ws', 'sse'])(
  'over %s, --fail-on-graphql-errors fails if a result has errors and no data',
  async transport => {
    const failing = { ...(transport === 'sse' ? {} : { at: (await failingServer()).url }), transport }
    const query = transport === 'sse' ? 'subscription { gone }' : countdown
    expect((await subscribe(query, [], failing)).code).toBe(0)
    expect(await subscribe(query, ['--fail-on-graphql-errors'], failing)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The response has errors and no data'),
    })
  },
)

test('a secret that the server repeats in an error is shown by its name', async () => {
  const canary = 'canary-9d1f+x'
  const refusing = await startWebSocketServer({
    chooseProtocol: () => 'graphql-transport-ws',
    onConnection: socket =>
      socket.on('message', data => {
        const { type, payload } = JSON.parse(data.toString())
        if (type === 'connection_init') return socket.send('{"type":"connection_ack"}')
        const errors = [{ message: `No ${payload.variables.token} here` }]
        socket.send(JSON.stringify({ id: '1', type: 'next', payload: { data: null, errors } }))
        socket.send(JSON.stringify({ id: '1', type: 'error', payload: errors }))
      }),
  })
  const sink = await startSink(({ content }) => ({
    statusCode: 200,
    headers: ['Content-Type', 'application/json'],
    content: `{"errors":[{"message":"No ${JSON.parse(content.toString()).variables.token} here"}]}`,
  }))
  for (const [url, query] of [
    [refusing.url, countdown],
    [sink.url, countdown],
    [sink.url, '{ a }'],
  ] as const) {
    const body = { type: 'graphql', query, variables: '{"token": "{{key}}"}' } as const
    const file = fixture.write('q.yml', writeItem(newGraphQlRequest({ name: 'Q', url, body })))
    const { code, stderr } = await fixture.runCommand([
      'send',
      file,
      '--fail-on-graphql-errors',
      '--secret',
      `key=${canary}`,
    ])
    expect(code).toBe(url === refusing.url ? 2 : 1)
    expect(stderr).toContain('No {{key}} here')
    expect(stderr).not.toContain('canary')
  }
  await refusing.close()
  await sink.close()
})

async function failingServer() {
  return startWebSocketServer({
    chooseProtocol: () => 'graphql-transport-ws',
    onConnection: socket =>
      socket.on('message', data => {
        if (data.toString().includes('connection_init')) return socket.send('{"type":"connection_ack"}')
        socket.send('{"id":"1","type":"next","payload":{"data":null,"errors":[{"message":"No"}]}}')
        socket.send('{"id":"1","type":"complete"}')
      }),
  })
}
