import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import {
  type Auth,
  type HttpBody,
  type HttpRequest,
  type NewRequestFields,
  newAuth,
  newHttpRequest,
  row,
} from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleId, startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

let running: TestServer
let window: WatchedWindow

beforeAll(async () => {
  running = await startTestServer()
  window = await watchWindow(running.client)
  await saveSecret()
})

afterAll(async () => {
  await window.close()
  await running.close()
})

const canary = 'canary-Xv4/pin'

async function send(request: HttpRequest, parentId: string | null = null): Promise<string> {
  const sendId = randomUUID()
  const entries = async () => (await running.client.history.list({})).totalEntries
  const before = await entries()
  await running.client.sends.start({
    windowId: window.windowId,
    sendId,
    requestId: randomUUID(),
    parentId,
    request,
  })
  await window.waitForState(sendId, 'answered')
  await waitFor(async () => (await entries()) > before, 'the entry')
  return sendId
}

async function readExample(sendId: string) {
  const read = await running.client.sends.readExample({ sendId })
  if (read.state !== 'read') throw new Error(JSON.stringify(read))
  return read
}

/** Forgets a send, so that only the history has it, as after a restart. */
const forget = (sendId: string) => running.client.sends.release({ sendId })

/** Starts a server with one answer. */
async function startAnswering(answer: RequestListener) {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

async function saveSecret(): Promise<void> {
  const saved = await running.client.variables.save({
    place: { kind: 'global' },
    variables: [
      {
        variable: { secret: true, name: 'pin', enabled: true, allowedToScripts: true },
        secretValue: canary,
      },
    ],
    baseVersion: null,
  })
  expect(saved).toMatchObject({ state: 'saved' })
}

/** Every way for a secret into a request, typed as a value or as the name of a variable. */
const waysIn: Readonly<Record<string, (secret: string) => NewRequestFields>> = {
  'a param': secret => ({ url: `${running.demo.baseUrl}/echo?note=${secret}` }),
  'a header': secret => ({ headers: [row('X-Note', secret)] }),
  'a cookie': secret => ({ headers: [row('Cookie', `a=1; session=${secret}`)] }),
  'a path variable': secret => ({
    url: `${running.demo.baseUrl}/echo?id=:id`,
    pathParams: [row('id', secret)],
  }),
  'a raw body': secret => ({ body: { type: 'raw', language: 'json', text: `{"note": "${secret}"}` } }),
  'a form': secret => ({ body: { type: 'urlEncoded', fields: [row('note', secret)] } }),
  'a multipart form': secret => ({
    body: { type: 'multipart', parts: [{ kind: 'text', name: 'note', value: secret, enabled: true }] },
  }),
  GraphQL: secret => ({
    body: { type: 'graphql', query: '{ a }', variables: `{"note": "${secret}"}`, operationName: '' },
  }),
  ...Object.fromEntries(
    Object.entries({
      bearer: (token): Auth => ({ type: 'bearer', token }),
      basic: (password): Auth => ({ type: 'basic', username: 'ann', password }),
      'an API key in a header': (value): Auth => ({
        ...newAuth('apiKey'),
        key: 'X-Sid',
        value,
        placement: 'header',
      }),
      'an API key in the query': (value): Auth => ({
        ...newAuth('apiKey'),
        key: 'sid',
        value,
        placement: 'query',
      }),
    } satisfies Record<string, (secret: string) => Auth>).map(([name, auth]) => [
      name,
      (secret: string) => ({ auth: auth(secret) }),
    ]),
  ),
}

describe.each(Object.entries(waysIn))('a secret in %s', (_, fieldsOf) => {
  test('is in no example, from a send or from the history, though the server repeats it', async () => {
    const fields = { method: 'POST', url: `${running.demo.baseUrl}/echo`, ...fieldsOf('{{pin}}') }
    const sendId = await send(newHttpRequest(fields))
    const fresh = await readExample(sendId)
    await forget(sendId)
    const kept = await readExample(sendId)
    for (const { example, leftOut } of [fresh, kept]) {
      expect(leftOut).toBe(null)
      expect(JSON.stringify(example)).not.toContain(canary)
      expect(JSON.stringify(example)).not.toContain('canary')
      expect(JSON.stringify(example)).not.toContain(Buffer.from(canary).toString('base64').slice(2, -4))
      expect(example.request?.url).toContain('/echo')
    }
  })
})

test('a literal secret that the collection adds is in no example', async () => {
  const parentId = await sampleId(running.client)
  const opened = await running.client.library.readContainer({ id: parentId })
  await running.client.library.saveContainer({
    id: parentId,
    content: {
      ...opened.content,
      defaults: { ...opened.content.defaults, auth: { type: 'bearer', token: canary } },
    },
    baseVersion: opened.version,
  })
  const sendId = await send(newHttpRequest({ url: `${running.demo.baseUrl}/echo` }), parentId)
  const fresh = await readExample(sendId)
  await forget(sendId)
  const kept = await readExample(sendId)
  for (const { example } of [fresh, kept]) {
    expect(example.response?.body?.data).toContain('uthorization')
    expect(JSON.stringify(example)).not.toContain('canary')
  }
})

test('an example is what was typed and what arrived, also after the tab was edited', async () => {
  const body: HttpBody = { type: 'raw', language: 'json', text: '{"title": "Persuasion"}' }
  const request = newHttpRequest({
    method: 'POST',
    url: `${running.demo.baseUrl}/echo?a={{a}}`,
    params: [row('a', '{{a}}')],
    headers: [row('X-One', '1')],
    body,
  })
  const { example } = await readExample(await send(request))
  const { method, url, headers, params, pathParams } = request
  expect(example).toMatchObject({
    name: '200 OK',
    request: { method, url, headers, params, pathParams, body },
    response: { statusCode: 200, reasonPhrase: 'OK', body: { type: 'json' } },
  })
  expect(example.response?.headers).toContainEqual(
    expect.objectContaining({ name: expect.stringMatching(/^content-type$/i) }),
  )
  expect(JSON.parse(example.response?.body?.data ?? '')).toMatchObject({ bodyText: body.text })
})

test.each([
  ['empty', Buffer.alloc(0), 'text/plain', null, undefined],
  ['compressed', Buffer.from('hello'), 'text/html', null, { type: 'html', data: 'hello' }],
  ['binary', Buffer.from([0xff, 0, 0xfe]), 'image/png', 'The body is not text.', undefined],
  [
    'large',
    Buffer.alloc(2 * 1024 * 1024, 'a'),
    'text/plain',
    'The body has 2.0 MB; examples can have up to 1.0 MB.',
    undefined,
  ],
] as const)('a body that is %s', async (name, content, type, leftOut, expected) => {
  const server = await startAnswering((_request, response) => {
    const isCompressed = name === 'compressed'
    response.setHeader('Content-Type', type)
    if (isCompressed) response.setHeader('Content-Encoding', 'gzip')
    response.end(isCompressed ? gzipSync(content) : content)
  })
  try {
    const read = await readExample(await send(newHttpRequest({ url: server.url })))
    expect(read.leftOut).toBe(leftOut)
    expect(read.example.response?.body).toEqual(expected)
  } finally {
    server.close()
  }
})

test('a send that nobody has any more is refused with a next step', async () => {
  expect(await running.client.sends.readExample({ sendId: randomUUID() })).toEqual({
    state: 'failed',
    sentence: 'This response is no longer stored.',
    nextStep: 'Send the request again.',
  })
})
