import { request as httpRequest } from 'node:http'
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, test } from 'vitest'
import { listening } from './agents-over-http.testkit.ts'
import { canary } from './api-workspace.testkit.ts'
import {
  agentOf,
  allClientKinds,
  type ClientKind,
  clientKinds,
  useMcpFixture,
} from './mcp-fixture.testkit.ts'

const fixture = useMcpFixture()

async function connect(kind: ClientKind, url: string, authorization: string) {
  const client: Client | OlderClient = clientKinds[kind]()
  const options = { requestInit: { headers: { Authorization: authorization } } }
  if (client instanceof OlderClient) {
    const transport = new OlderTransport(new URL(url), options)
    await client.connect(transport)
  } else await client.connect(new StreamableHTTPClientTransport(new URL(url), options))
  const agent = agentOf(client, () => '')
  fixture.closeLater(agent)
  return agent
}

test.each(allClientKinds)('the official client %s sends requests over HTTP', async kind => {
  const { url, authorization, raw } = await listening(fixture)
  const agent = await connect(kind, url, authorization)
  expect(await agent.tools()).toContain('send_request')
  const sent = await agent.call('send_request', { path: 'shop/list.yml' })
  expect(sent).toMatchObject({ isError: false, data: { status: 200 } })
  expect(sent.text).not.toContain(canary)
  // Bodies and outcomes belong to the server and not to one connection.
  const part = await agent.call('read_body', { handle: sent.data.bodyHandle, search: 'X-Key' })
  expect(part.data.matches).toBeGreaterThan(0)
  expect(raw.stdout()).toBe('')
})

describe('a request that is not from the agent (attacks MC1)', () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const modern = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'send_request',
      arguments: { path: 'shop/list.yml' },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }
  const modernHeaders = {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'send_request',
  }
  const cases: Readonly<
    Record<string, readonly [number, (own: { port: string; authorization: string }) => Sent]>
  > = {
    'no token (MC1)': [401, () => ({ headers: { authorization: '' } })],
    'another token': [401, ({ authorization }) => ({ headers: { authorization: `${authorization}x` } })],
    'the token in the address': [
      401,
      ({ authorization }) => ({
        path: `/mcp?token=${authorization.replace('Bearer ', '')}`,
        headers: { authorization: '' },
      }),
    ],
    'another scheme with the token': [
      401,
      ({ authorization }) => ({ headers: { authorization: authorization.replace('Bearer', 'Basic') } }),
    ],
    'a batch': [400, () => ({ body: `[${body},${body}]` })],
    'a batch after blanks': [400, () => ({ body: `\ufeff \r\n\t[${body}]` })],
    'a batch of nothing': [400, () => ({ body: '[]' })],
    'another name for this computer': [403, ({ port }) => ({ headers: { host: `evil.example:${port}` } })],
    'no port in the name': [403, () => ({ headers: { host: '127.0.0.1' } })],
    'another page (MC1)': [403, () => ({ headers: { origin: 'https://evil.example' } })],
    'a page without an origin': [403, () => ({ headers: { origin: 'null' } })],
    'another path': [404, () => ({ path: '/' })],
    GET: [405, () => ({ method: 'GET' })],
    DELETE: [405, () => ({ method: 'DELETE' })],
    text: [415, () => ({ headers: { 'content-type': 'text/plain' } })],
    'a body of 9 MB (MC1)': [413, () => ({ body: `"${'x'.repeat(9_000_000)}"` })],
    'another method in the header than in the body': [
      400,
      () => ({ body: JSON.stringify(modern), headers: { ...modernHeaders, 'Mcp-Method': 'tools/list' } }),
    ],
    'another name in the header than in the body': [
      400,
      () => ({ body: JSON.stringify(modern), headers: { ...modernHeaders, 'Mcp-Name': 'list_requests' } }),
    ],
    'another version in the header than in the body': [
      400,
      () => ({
        body: JSON.stringify(modern),
        headers: { ...modernHeaders, 'MCP-Protocol-Version': '2025-11-25' },
      }),
    ],
  }

  test('is refused, whatever is wrong with it, and nothing is sent (MC1)', async () => {
    const own = await listening(fixture)
    for (const [name, [status, change]] of Object.entries(cases))
      expect([name, await send(own, { body, ...change(own) })]).toEqual([name, status])
    expect(fixture.api.requests).toEqual([])
    expect(await send(own, { body: JSON.stringify(modern), headers: modernHeaders })).toBe(200)
    expect(fixture.api.requests).toHaveLength(1)
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
      const authorization = own.authorization.replace('Bearer', scheme)
      expect(await send(own, { body, headers: { authorization } })).toBe(200)
    }
  })
})

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request below the library; resolves to the status. */
function send(
  { port, authorization }: { readonly port: string; readonly authorization: string },
  { method = 'POST', path = '/mcp', headers = {}, body = '' }: Sent,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: {
          authorization,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      response => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    sent.on('error', reject)
    sent.end(method === 'POST' ? body : undefined)
  })
}

test('blanks without end are refused after 8 MB (MC1)', async () => {
  const { port, authorization } = await listening(fixture)
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json' }
  const sent = httpRequest({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers })
  sent.on('error', () => {})
  const answered = new Promise<number | undefined>(resolve =>
    sent.once('response', response => resolve(response.statusCode)),
  )
  const piece = Buffer.alloc(1024 * 1024, ' ')
  let pieces = 0
  let isAnswered = false
  void answered.then(() => {
    isAnswered = true
  })
  for (; pieces < 40 && !isAnswered; pieces += 1)
    await Promise.race([answered, new Promise<void>(resolve => sent.write(piece, () => resolve()))])
  sent.end()
  expect(await answered).toBe(413)
  expect(pieces).toBeLessThan(20)
})

test('it ends with SIGTERM, also while an agent is connected, and only 127.0.0.1 is bound (MC1)', async () => {
  const { raw, url, authorization } = await listening(fixture)
  const agent = await connect('2.4.0, which negotiates', url, authorization)
  await agent.tools()
  raw.signal('SIGTERM')
  expect(await raw.exited).toBe(130)
})

test('a port that is in use is named', async () => {
  const { port } = await listening(fixture)
  const { code, stderr } = await fixture.runCommand(['mcp', 'api', '--listen', port], { env: fixture.env() })
  expect(code).toBe(3)
  expect(stderr).toContain(`Port ${port} cannot be used (EADDRINUSE).`)
})
