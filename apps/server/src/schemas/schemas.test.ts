import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type NewRequestFields, newAuth, newHttpRequest, row } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { createSchema, createYoga } from 'graphql-yoga'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SchemaEvent } from '../contract/index.ts'
import { useSharedServer } from '../shared-server.testkit.ts'
import { sampleId } from '../start-test-server.testkit.ts'
import type { WatchedWindow } from '../watch-window.testkit.ts'

const running = useSharedServer()
let api: Server
let window: WatchedWindow
let requestId: string
/** The headers of the requests that the API received. */
let received: IncomingMessage['headers'][]

beforeEach(async () => {
  received = []
  const yoga = createYoga({
    schema: createSchema({ typeDefs: 'type Query { book(id: ID!): String }' }),
    logging: false,
  })
  api = createServer((request, response) => {
    received.push(request.headers)
    void yoga(request, response)
  })
  await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve))
  window = running.window
  requestId = randomUUID()
})

afterEach(async () => {
  api.closeAllConnections()
  await new Promise(resolve => api.close(resolve))
})

const urlOf = (path = '/graphql') => `http://127.0.0.1:${(api.address() as AddressInfo).port}${path}`

function subject(fields: NewRequestFields = {}) {
  const body = { type: 'graphql', query: '{ book', variables: '{' } as const
  const request = newHttpRequest({ method: 'POST', url: urlOf(), body, ...fields })
  return { parentId: null, requestId, request }
}

async function fetchSchema(fields: NewRequestFields = {}): Promise<SchemaEvent['progress']> {
  const fetchId = randomUUID()
  await running.client.schemas.fetch({
    ...subject(fields),
    windowId: window.windowId,
    fetchId,
    runsScripts: false,
    mayAsk: true,
  })
  const latest = () =>
    window.events.filter(event => event.type === 'schema').findLast(event => event.fetchId === fetchId)
  return waitFor(
    () => latest()?.progress.state !== 'fetching' && latest()?.progress,
    () => `the end of a fetch: ${JSON.stringify(latest())}`,
  )
}

async function textOf(key: string): Promise<string> {
  const ticket = await running.client.schemas.mintTicket({ key })
  const response = await fetch(`${running.server.origin}${ticket?.path}`)
  return response.text()
}

test('a schema is fetched with the authorization of the request, stored and found again', async () => {
  const auth = { ...newAuth('bearer'), token: 'the-token' }
  expect(await running.client.schemas.find(subject({ auth }))).toEqual({ schema: null })
  const progress = await fetchSchema({ auth })
  expect(received.map(({ authorization }) => authorization)).toEqual(['Bearer the-token'])
  const { schema } = await running.client.schemas.find(subject({ auth }))
  expect(progress).toEqual({ state: 'fetched', schema })
  expect(schema?.format).toBe('introspection')
  expect(JSON.parse(await textOf(schema?.key ?? ''))).toMatchObject({
    data: { __schema: { queryType: { name: 'Query' } } },
  })
  // Nothing of it is in the history.
  expect((await running.client.history.list({})).entries).toEqual([])
})

test('the key is the final URL and the authorization without its secret', async () => {
  const auth = { ...newAuth('bearer'), token: 'one' }
  await fetchSchema({ auth })
  const find = async (fields: NewRequestFields) => {
    const { schema } = await running.client.schemas.find(subject(fields))
    return schema !== null
  }
  expect(await find({ auth: { ...auth, token: 'another' } })).toBe(true)
  expect(await find({ auth, headers: [row('X-Any', 'other')] })).toBe(true)
  expect(await find({})).toBe(false)
  expect(await find({ auth: { ...newAuth('basic'), username: 'ann' } })).toBe(false)
  expect(await find({ auth, url: urlOf('/graphql?tenant=b') })).toBe(false)
  expect(await find({ auth, url: 'http://{{missing}}/' })).toBe(false)
})

test('a variable in the URL is filled in', async () => {
  const parentId = await sampleId(running.client)
  const placed = (url: string) => ({ ...subject({ url }), parentId })
  await fetchSchema()
  const { schema } = await running.client.schemas.find(placed(urlOf().replace('graphql', '{{path}}')))
  expect(schema).toBeNull()
  const opened = await running.client.variables.open({ place: { kind: 'workspace' } })
  await running.client.variables.save({
    place: { kind: 'workspace' },
    variables: [
      {
        variable: { secret: false, name: 'path', value: { text: 'graphql' }, enabled: true },
        secretValue: null,
      },
    ],
    baseVersion: 'version' in opened ? opened.version : null,
  })
  const found = await running.client.schemas.find({
    ...subject({ url: urlOf().replace('graphql', '{{path}}') }),
  })
  expect(found.schema).not.toBeNull()
})

test('a failure says what the server answered', async () => {
  expect(await fetchSchema({ url: urlOf('/elsewhere') })).toMatchObject({
    state: 'failed',
    problem: { code: 'NOT_GRAPHQL', answer: { statusCode: 404 } },
  })
  expect(await fetchSchema({ url: 'http://127.0.0.1:1/' })).toMatchObject({
    state: 'failed',
    problem: { code: 'ECONNREFUSED', answer: null },
  })
})

test('a picked file becomes the schema of the request, and another window cannot take it', async () => {
  const text = 'type Query { picked: Int }'
  const query = new URLSearchParams({ windowId: window.windowId, name: 'schema.graphql' })
  const response = await fetch(`${running.server.origin}/picked-files?${query}`, {
    method: 'POST',
    headers: { 'parley-token': running.server.token, 'content-type': 'application/octet-stream' },
    body: text,
  })
  const { filePath } = JSON.parse(await response.text())
  const taken = { ...subject(), filePath }
  await expect(running.client.schemas.takeFile({ ...taken, windowId: randomUUID() })).rejects.toMatchObject({
    code: 'SCHEMA_NOT_STORED',
  })
  const { schema } = await running.client.schemas.takeFile({ ...taken, windowId: window.windowId })
  expect(schema.format).toBe('sdl')
  expect(await textOf(schema.key)).toBe(text)
  expect(await running.client.schemas.find(subject())).toEqual({ schema })
})

test('a fetch ends with Cancel, and with its window', async () => {
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  const fetchId = randomUUID()
  const started = {
    ...subject({ url }),
    windowId: window.windowId,
    fetchId,
    runsScripts: false,
    mayAsk: false,
  }
  await running.client.schemas.fetch(started)
  expect(await running.client.schemas.cancel({ fetchId })).toEqual({ wasRunning: true })
  await waitFor(
    () => window.events.some(event => event.type === 'schema' && event.progress.state === 'cancelled'),
    'the end of the fetch',
  )
  silent.closeAllConnections()
  await new Promise(resolve => silent.close(resolve))
})
