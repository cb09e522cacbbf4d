import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { withoutScripts } from '@parley/engine'
import { type GraphQlBody, type NewRequestFields, ok, row } from '@parley/model'
import { type FixedAnswer, type RecordedRequest, type Sink, startSink } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askingHost, canary, namesOf, sendCase } from './secret-ways-out.testkit.ts'
import { startEngine } from './send-through-engine.testkit.ts'

const query = 'query Books { books { title } }'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const extensionsFor = (text: string) =>
  JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hashOf(text) }, more: 1 })

const body: GraphQlBody = { type: 'graphql', query, variables: '{"n": 1}', extensions: extensionsFor(query) }

let engine: ReturnType<typeof startEngine>
let sink: Sink
let answerFor: (request: RecordedRequest) => FixedAnswer

beforeEach(async () => {
  engine = startEngine()
  answerFor = answerAsApollo(new Set())
  sink = await startSink(request => answerFor(request))
})

afterEach(async () => {
  engine.close()
  await sink.close()
})

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface GraphQlParams {
  readonly query?: string
  readonly extensions?: { readonly persistedQuery?: { readonly sha256Hash: string } }
}

/** Reads the parameters of a request as servers do. */
function paramsOf({
  method,
  url,
  content,
}: Pick<RecordedRequest, 'method' | 'url' | 'content'>): GraphQlParams {
  if (method !== 'GET') {
    const text = content.toString()
    return JSON.parse(text.startsWith('{') ? text : (/^\{.*"variables".*\}$/m.exec(text)?.[0] ?? '{}'))
  }
  const params = new URL(url, 'http://localhost').searchParams
  const known = params.get('query')
  return {
    ...(known === null ? {} : { query: known }),
    extensions: JSON.parse(params.get('extensions') ?? '{}'),
  }
}

const json = (content: string, statusCode = 200, headers: readonly string[] = []): FixedAnswer => ({
  statusCode,
  headers: ['Content-Type', 'application/json; charset=utf-8', ...headers],
  content,
})

const notFound = json('{"errors":[{"message":"PersistedQueryNotFound"}]}')

/** Knows the queries that it has received with their hashes (Apollo, automatic persisted queries). */
function answerAsApollo(known: Set<string>) {
  return (request: RecordedRequest): FixedAnswer => {
    const params = paramsOf(request)
    const hash = params.extensions?.persistedQuery?.sha256Hash ?? ''
    if (params.query !== undefined) {
      if (hashOf(params.query) !== hash)
        return json('{"errors":[{"message":"provided sha does not match"}]}', 400)
      known.add(hash)
    }
    return known.has(hash) ? json('{"data":{"books":[]}}') : notFound
  }
}

const queriesOf = (requests: readonly RecordedRequest[]) => requests.map(one => paramsOf(one).query ?? null)

describe.each(['POST', 'GET'])('%s', method => {
  test('sends the hash, then once more with the query that the server does not know', async () => {
    const exchange = await engine.exchange({ method, url: sink.url, body })
    expect(engine.bodyText(exchange.response)).toBe('{"data":{"books":[]}}')
    expect(queriesOf(sink.requests)).toEqual([null, query])
    expect(exchange.hops).toEqual([
      {
        method,
        targetUri: method === 'POST' ? `${sink.url}/` : expect.not.stringContaining('query='),
        statusCode: 200,
        location: '',
        repeatedWith: 'query',
        atMs: expect.any(Number),
      },
    ])
    const next = await engine.exchange({ method, url: sink.url, body })
    expect(engine.bodyText(next.response)).toBe('{"data":{"books":[]}}')
    expect(next.hops).toEqual([])
    expect(queriesOf(sink.requests)).toEqual([null, query, null])
  })

  test.each<[string, FixedAnswer]>([
    [
      'a code with the status 404',
      json('{"errors":[{"message":"x","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}', 404),
    ],
    [
      'the media type of GraphQL',
      { ...notFound, headers: ['Content-Type', 'application/graphql-response+json'] },
    ],
    [
      'a compressed response',
      {
        ...notFound,
        headers: [...notFound.headers, 'Content-Encoding', 'gzip'],
        content: gzipSync(notFound.content),
      },
    ],
    [
      'a long response',
      json(`{"x":"${'x'.repeat(60_000)}","errors":[{"message":"PersistedQueryNotFound"}]}`),
    ],
  ])('sends the query after %s, and only once', async (_, answer) => {
    answerFor = () => answer
    const exchange = await engine.exchange({ method, url: sink.url, body })
    expect(queriesOf(sink.requests)).toEqual([null, query])
    expect(exchange.response.statusCode).toBe(answer.statusCode)
    expect(engine.bodyText(exchange.response)).toContain('errors')
    expect(exchange.hops).toHaveLength(1)
  })

  test.each<[string, FixedAnswer]>([
    ['data', json('{"data":{"books":[]}}')],
    ['another error', json('{"errors":[{"message":"PersistedQueryNotSupported"}]}')],
    ['errors as a text', json('{"errors":"PersistedQueryNotFound"}')],
    ['HTML', { statusCode: 404, headers: ['Content-Type', 'text/html'], content: notFound.content }],
    [
      'more than 64 KB',
      json(`{"x":"${'x'.repeat(66_000)}","errors":[{"message":"PersistedQueryNotFound"}]}`),
    ],
    ['a broken coding', json('no gzip', 200, ['Content-Encoding', 'gzip'])],
    ['too many codings', json('{}', 200, ['Content-Encoding', 'gzip, gzip, gzip, gzip, gzip, gzip'])],
    ['nothing', json('')],
  ])('sends nothing more after %s', async (_, answer) => {
    answerFor = () => answer
    const outcome = await engine.send({ method, url: sink.url, body })
    expect(queriesOf(sink.requests)).toEqual([null])
    const response = outcome.ok ? outcome.value.exchange.response : outcome.failure.response
    if (outcome.ok && response !== null) expect(engine.bodyText(response)).toBe(answer.content)
    if (!outcome.ok)
      expect(outcome.failure.failure.code).toMatch(/^(INVALID_CONTENT_CODING|TOO_MANY_CODINGS)$/)
    expect(response?.statusCode).toBe(answer.statusCode)
  })

  test.each<[string, Partial<GraphQlBody>]>([
    ['without a hash', { extensions: '{"more": 1}' }],
    ['with a text in place of a hash', { extensions: '{"persistedQuery": "ab"}' }],
    ['with the hash of another query', { extensions: extensionsFor('{ other }') }],
    ['of a subscription', { query: 'subscription { a }', extensions: extensionsFor('subscription { a }') }],
  ])('sends the query at once %s', async (_, change) => {
    answerFor = () => notFound
    await engine.exchange({ method, url: sink.url, body: { ...body, ...change } })
    expect(queriesOf(sink.requests)).toEqual([change.query ?? query])
  })

  test('sends a hash without a query as it is', async () => {
    answerFor = () => notFound
    await engine.exchange({ method, url: sink.url, body: { ...body, query: ' ' } })
    expect(queriesOf(sink.requests)).toEqual([null])
  })
})

test('a long response arrives while the server still sends', async () => {
  let release = () => {}
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(`{"data":"${'x'.repeat(70_000)}`)
    release = () => response.end('"}')
  })
  const url = await listen(server)
  // Without this write the server would wait for ever.
  const writes: number[] = []
  const bodyStore = {
    create: async () => ({
      handle: 'h',
      write: async (bytes: Uint8Array) => {
        writes.push(bytes.byteLength)
        if (writes.reduce((sum, one) => sum + one, 0) >= 65_536) release()
      },
      close: async () => {},
    }),
  }
  const other = startEngine({ bodyStore })
  const { response } = await other.exchange({ method: 'POST', url, body })
  expect(response.content).toMatchObject({ isComplete: true, decodedBytes: 70_011 })
  other.close()
  server.close()
})

test('a response that stops halfway is a failure that keeps what arrived', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"errors":[', () => response.destroy())
  })
  const url = await listen(server)
  const outcome = await engine.send({ method: 'POST', url, body })
  expect(outcome).toMatchObject({ ok: false, failure: { failure: { code: 'INCOMPLETE_RESPONSE' } } })
  const response = outcome.ok ? null : outcome.failure.response
  expect(response && engine.bodyText(response)).toBe('{"errors":[')
  server.close()
})

describe('the message with the query', () => {
  test('is authorized by itself, and its credentials are hidden', async () => {
    const exchange = await engine.exchange({
      method: 'POST',
      url: sink.url,
      body,
      auth: { type: 'basic', username: 'u', password: 'p' },
      headers: [row('X-Own', '1')],
      cookies: [row('c', '2')],
    })
    expect(sink.requests).toHaveLength(2)
    for (const { headers } of sink.requests) {
      expect(headers).toContainEqual({ name: 'X-Own', value: '1' })
      expect(headers).toContainEqual({ name: 'Cookie', value: 'c=2' })
      expect(headers.find(({ name }) => name === 'Authorization')?.value).toMatch(/^Basic /)
    }
    expect(exchange.request.headers.find(({ name }) => name === 'Authorization')?.value).toBe('Basic ••••••')
  })

  test('has its own length, and the edits of scripts', async () => {
    const scripts = {
      ...withoutScripts,
      runPreRequest: async ({ resolved }: Parameters<typeof withoutScripts.runPreRequest>[0]) =>
        ok({
          stage: 'scripted' as const,
          scopes: resolved.scopes,
          overrides: {
            method: null,
            setHeaders: [{ name: 'X-Script', value: '1' }],
            deletedHeaders: [],
            content: null,
          },
          results: [],
        }),
    }
    await engine.exchange({ method: 'POST', url: sink.url, body }, { scripts })
    for (const { headers, content } of sink.requests) {
      expect(headers).toContainEqual({ name: 'X-Script', value: '1' })
      expect(headers).toContainEqual({ name: 'Content-Length', value: String(content.byteLength) })
    }
    expect(queriesOf(sink.requests)).toEqual([null, query])
  })

  test('is not sent if a script set the content', async () => {
    answerFor = () => notFound
    const scripts = {
      ...withoutScripts,
      runPreRequest: async ({ resolved }: Parameters<typeof withoutScripts.runPreRequest>[0]) =>
        ok({
          stage: 'scripted' as const,
          scopes: resolved.scopes,
          overrides: {
            method: null,
            setHeaders: [],
            deletedHeaders: [],
            content: { text: '{"query":"{ own }"}', mediaType: null },
          },
          results: [],
        }),
    }
    await engine.exchange({ method: 'POST', url: sink.url, body }, { scripts })
    expect(queriesOf(sink.requests)).toEqual(['{ own }'])
  })

  test('answers a challenge as well', async () => {
    const challenge = 'Digest realm="r", nonce="n", qop="auth"'
    const apollo = answerAsApollo(new Set())
    const uses = new Set<string>()
    answerFor = request => {
      const value = request.headers.find(({ name }) => name === 'Authorization')?.value ?? ''
      // Each response is good for one request, so the message with the query needs its own.
      const isNew = value !== '' && !uses.has(value)
      uses.add(value)
      return isNew ? apollo(request) : json('', 401, ['WWW-Authenticate', challenge])
    }
    const auth = { type: 'digest', username: 'u', password: 'p' } as const
    const exchange = await engine.exchange({ method: 'POST', url: sink.url, body, auth })
    expect(engine.bodyText(exchange.response)).toBe('{"data":{"books":[]}}')
    expect(queriesOf(sink.requests)).toEqual([null, null, query])
    expect(exchange.hops.map(hop => [hop.statusCode, hop.repeatedWith])).toEqual([
      [401, undefined],
      [200, 'query'],
    ])
  })

  test('has the same values of dynamic variables', async () => {
    const dynamic = { ...body, variables: '{"id": "{{$guid}}"}' }
    await engine.exchange({ method: 'POST', url: sink.url, body: dynamic })
    const [first, second] = sink.requests.map(one => JSON.parse(one.content.toString()).variables.id)
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
  })

  test.each([307, 308])('is sent again to where a redirect (%i) to another origin led', async statusCode => {
    const away = await startSink(request => answerAway(request))
    const answerAway = answerAsApollo(new Set())
    answerFor = () => ({ statusCode, headers: ['Location', `${away.url}/there`], content: '' })
    const exchange = await engine.exchange({
      method: 'POST',
      url: sink.url,
      body,
      headers: [row('X-Own', '1')],
    })
    expect(engine.bodyText(exchange.response)).toBe('{"data":{"books":[]}}')
    expect(queriesOf(sink.requests)).toEqual([null])
    expect(queriesOf(away.requests)).toEqual([null, query])
    expect(exchange.hops.map(({ statusCode, repeatedWith = '' }) => `${statusCode}${repeatedWith}`)).toEqual([
      String(statusCode),
      '200query',
    ])
    await away.close()
  })
})

describe('a secret in the query', () => {
  const secretQuery = '{ book(key: "{{secret}}") { title } }'
  const request = (url: string, method: string): NewRequestFields => ({
    method,
    url,
    body: {
      ...body,
      query: secretQuery,
      extensions: extensionsFor(secretQuery.replace('{{secret}}', canary)),
    },
  })

  test.each(['POST', 'GET'])(
    'is asked about before the hash goes to an origin of a script (%s)',
    async method => {
      const chosen = { typed: { origin: 'http://127.0.0.1:1' }, scripted: { origin: sink.url } }
      const one = { request: request('{{origin}}/', method), ...chosen, scope: 'global' } as const
      const refusing = askingHost(false)
      expect((await sendCase(engine, one, refusing)).ok).toBe(false)
      expect(refusing.asked.map(namesOf)).toEqual([['secret']])
      expect(sink.requests).toEqual([])
      const allowing = askingHost(true)
      expect((await sendCase(engine, one, allowing)).ok).toBe(true)
      expect(allowing.asked).toHaveLength(1)
      expect(queriesOf(sink.requests)).toEqual([null, secretQuery.replace('{{secret}}', canary)])
    },
  )

  test('is in no record of the hops', async () => {
    const records: string[] = []
    const history = {
      record: async (_: unknown, outcome: unknown) => void records.push(JSON.stringify(outcome)),
    }
    const one = { request: request(sink.url, 'GET'), typed: {}, scripted: {}, scope: 'global' } as const
    expect((await sendCase(engine, one, { history })).ok).toBe(true)
    expect(queriesOf(sink.requests)).toHaveLength(2)
    expect(records).toHaveLength(1)
    expect(records[0]).not.toContain('canary-5f1e')
  })
})
