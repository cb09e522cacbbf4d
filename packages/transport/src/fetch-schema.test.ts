import {
  defaultSendSettings,
  describeSchemaFailure,
  type EnginePorts,
  fetchSchema,
  longestSchemaBytes,
  withoutScripts,
} from '@parley/engine'
import { type NewRequestFields, newAuth, newHttpRequest, ok, row } from '@parley/model'
import { type Sink, startSink } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEngine } from './send-through-engine.testkit.ts'

interface Answer {
  readonly statusCode?: number
  readonly headers?: readonly string[]
  readonly content: string | Uint8Array
}

const engine = startEngine()
let server: Sink
/** What the server answers to a query. */
let answerTo: (query: string) => Answer

const schema = '{"data":{"__schema":{"types":[]}}}'
const error = (message: string) => ({ content: JSON.stringify({ errors: [{ message }] }) })

beforeEach(async () => {
  answerTo = () => ({ content: schema })
  server = await startSink(({ content }) => {
    const answer = answerTo(String(JSON.parse(content.toString()).query))
    return { statusCode: 200, headers: ['Content-Type', 'application/json'], ...answer }
  })
  return () => server.close()
})

afterEach(() => engine.close())

const context = {
  ancestors: [],
  environment: null,
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [],
  defaultSettings: defaultSendSettings,
}

function fetchFrom(fields: NewRequestFields = {}, ports: Partial<EnginePorts> = {}) {
  const request = newHttpRequest({ url: `${server.url}/graphql`, ...fields })
  return fetchSchema(request, context, { ...engine.ports, ...ports }, new AbortController().signal)
}

test('the query is sent with everything of the request but its content', async () => {
  const fetched = await fetchFrom({
    method: 'GET',
    url: `${server.url}/graphql?tenant=a`,
    headers: [row('X-Own', 'yes'), row('content-type', 'multipart/form-data'), row('Content-Length', '3')],
    cookies: [row('session', 's')],
    auth: { ...newAuth('bearer'), token: 'the-token' },
    body: { type: 'graphql', query: '{ own }', variables: '{}' },
  })
  expect(fetched.ok && new TextDecoder().decode(fetched.value.content)).toBe(schema)
  const [asked] = server.requests
  expect(asked).toMatchObject({ method: 'POST', url: '/graphql?tenant=a' })
  const fields = new Map(asked?.headers.map(({ name, value }) => [name.toLowerCase(), value]))
  expect(Object.fromEntries(fields)).toMatchObject({
    'x-own': 'yes',
    cookie: 'session=s',
    authorization: 'Bearer the-token',
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json;q=0.9',
  })
  expect(JSON.parse(String(asked?.content))).toMatchObject({ operationName: 'IntrospectionQuery' })
})

test('a server that does not know the newer fields is asked without them', async () => {
  answerTo = query =>
    query.includes('isOneOf')
      ? { statusCode: 400, ...error('Cannot query field "isOneOf" on type "__Type".') }
      : { content: schema }
  expect((await fetchFrom()).ok).toBe(true)
  expect(server.requests).toHaveLength(2)
})

test('a server that refuses everything is asked three times', async () => {
  answerTo = () => error('Nothing of this.')
  const fetched = await fetchFrom()
  expect(server.requests).toHaveLength(3)
  expect(!fetched.ok && describeSchemaFailure(fetched.failure)).toMatchObject({
    code: 'INTROSPECTION_FAILED',
    sentence: `127.0.0.1:${server.port} responded to the introspection query with an error: Nothing of this.`,
  })
})

test.each([
  ['INTROSPECTION_FORBIDDEN', error('Introspection is disabled.'), 'does not allow introspection'],
  ['NOT_GRAPHQL', { headers: ['Content-Type', 'text/html'], content: '<p>Welcome' }, '200 OK with text/html'],
  ['NOT_GRAPHQL', { statusCode: 404, content: '' }, '404 Not Found'],
  ['NOT_GRAPHQL', { content: '{"data":{}}' }, 'is not a GraphQL response'],
  ['INTROSPECTION_FAILED', { content: '{"errors":"no"}' }, 'with an error: no.'],
])('%s for %j (GQ1)', async (code, answer, words) => {
  answerTo = () => answer
  const fetched = await fetchFrom()
  const described = fetched.ok ? null : describeSchemaFailure(fetched.failure)
  expect(described?.code).toBe(code)
  expect(described?.sentence).toContain(words)
  expect(described?.nextStep).not.toBe('')
  if (!fetched.ok && 'answer' in fetched.failure) expect(fetched.failure.answer.text).toBe(answer.content)
})

test('a schema that is larger than the limit is not fetched (GQ1)', async () => {
  answerTo = () => ({ content: new Uint8Array(longestSchemaBytes + 1) })
  expect(await fetchFrom()).toMatchObject({ failure: { code: 'SCHEMA_TOO_LARGE' } })
})

test('a failed send says why, and a cancelled one is cancelled', async () => {
  const refused = await fetchFrom({ url: 'http://127.0.0.1:1/' })
  expect(!refused.ok && describeSchemaFailure(refused.failure).code).toBe('ECONNREFUSED')
  const cancelled = await fetchSchema(
    newHttpRequest({ url: server.url }),
    context,
    engine.ports,
    AbortSignal.abort(),
  )
  expect(cancelled).toMatchObject({ failure: { failure: { kind: 'cancelled' } } })
})

test('scripts may set headers, but neither the content nor the method', async () => {
  const scripts: EnginePorts['scripts'] = {
    ...withoutScripts,
    async runPreRequest({ resolved }) {
      const overrides = {
        method: 'DELETE',
        setHeaders: [{ name: 'X-Signed', value: 'yes' }],
        deletedHeaders: [],
        content: { text: 'own', mediaType: 'text/plain' },
      }
      return ok({ stage: 'scripted', scopes: resolved.scopes, overrides, results: [] })
    },
  }
  expect((await fetchFrom({}, { scripts })).ok).toBe(true)
  const [asked] = server.requests
  expect(asked?.method).toBe('POST')
  expect(asked?.headers).toContainEqual({ name: 'X-Signed', value: 'yes' })
  expect(String(asked?.content)).toContain('IntrospectionQuery')
})
