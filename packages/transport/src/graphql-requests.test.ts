import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GraphQlBody, type NewRequestFields, row } from '@parley/model'
import { startSink } from '@parley/testkit'
import { type GraphQlServer, startGraphQlServer } from '@parley/testkit/graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEngine } from './send-through-engine.testkit.ts'

const engine = startEngine()
const folder = mkdtempSync(join(tmpdir(), 'parley-graphql-'))
const filePath = join(folder, 'notes.txt')
let server: GraphQlServer

beforeAll(async () => {
  writeFileSync(filePath, 'text of the file')
  server = await startGraphQlServer()
})

afterAll(async () => {
  engine.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

async function answerTo(body: Omit<GraphQlBody, 'type'>, method = 'POST', fields: NewRequestFields = {}) {
  const request = { method, url: server.url, body: { type: 'graphql', ...body } as const, ...fields }
  const { response } = await engine.exchange(request)
  return { statusCode: response.statusCode, ...JSON.parse(engine.bodyText(response)) }
}

describe.each(['POST', 'GET'])('%s', method => {
  test.each<[string, Omit<GraphQlBody, 'type'>, object]>([
    ['a query', { query: '{ books(first: 1) { title } }', variables: '' }, { books: [{ title: 'Lavinia' }] }],
    [
      'variables with every character',
      {
        query: 'query($name: String!) { greeting(name: $name) }',
        variables: JSON.stringify({ name: 'é書 &=+#%"\\\n?' }),
      },
      { greeting: 'Hello, é書 &=+#%"\\\n?' },
    ],
    [
      'one of several operations',
      {
        query: 'query A { greeting(name: "A") } query B { greeting(name: "B") }',
        variables: '',
        operationName: 'B',
      },
      { greeting: 'Hello, B' },
    ],
  ])('sends %s', async (_, body, data) => {
    expect(await answerTo(body, method)).toEqual({ statusCode: 200, data })
  })

  test('gets errors with their places (GQ1)', async () => {
    const { data, errors } = await answerTo({ query: '{ books { title\n price } }', variables: '' }, method)
    expect(data.books).toHaveLength(3)
    expect(errors[0]).toMatchObject({ path: ['books', 0, 'price'], locations: [{ line: 2, column: 2 }] })
  })
})

describe('files', () => {
  test('are sent as the multipart request specification says, and the server reads them (GQ1)', async () => {
    const query = 'mutation($files: [File!]!) { upload(files: $files) }'
    const uploads = ['files.0', 'files.1'].map(variable => ({ variable, filePath }))
    expect(await answerTo({ query, variables: '{"files": []}', uploads })).toEqual({
      statusCode: 200,
      data: { upload: ['notes.txt text/plain text of the file', 'notes.txt text/plain text of the file'] },
    })
  })

  test('are sent in the members of an input, and the other variables as typed', async () => {
    const query = 'mutation($book: NewBook!) { addBook(book: $book) { title author } }'
    const uploads = [{ variable: 'book.cover', filePath }]
    const { data } = await answerTo({ query, variables: '{"book": {"title": "{{t}}"}}', uploads })
    expect(data).toEqual({ addBook: { title: '{{t}}', author: 'text of the file' } })
  })

  test.each([
    ['NO_FILE_SELECTED', 'POST', '{}', '', 'cover'],
    ['FILE_NOT_READ', 'POST', '{}', join(folder, 'gone'), join(folder, 'gone')],
    ['INVALID_GRAPHQL_VARIABLES', 'POST', '[]', filePath, null],
    ['NO_PLACE_FOR_UPLOAD', 'POST', '{"a": 1}', filePath, 'a.b'],
    ['INVALID_GRAPHQL_VARIABLES', 'POST', '{', filePath, null],
    ['UPLOAD_WITH_GET', 'GET', '{}', filePath, null],
  ])('fail with %s before anything is sent', async (code, method, variables, path, subject) => {
    const sink = await startSink()
    const variable = subject === 'a.b' ? 'a.b' : 'cover'
    const body = { type: 'graphql', query: '', variables, uploads: [{ variable, filePath: path }] } as const
    const outcome = await engine.send({ method, url: sink.url, body })
    expect(outcome.ok ? null : outcome.failure.failure).toMatchObject({
      code,
      ...(subject === null ? {} : { subject }),
    })
    expect(outcome.ok ? null : outcome.failure.failure.row).toBeUndefined()
    expect(sink.requests).toEqual([])
    await sink.close()
  })
})

describe('a subscription', () => {
  const subscribe = async (query: string, fields: NewRequestFields = {}) => {
    const body = { type: 'graphql', query, variables: '' } as const
    const { request, response } = await engine.exchange({ method: 'POST', url: server.url, body, ...fields })
    return { request, response, text: engine.bodyText(response) }
  }
  const eventsIn = (text: string) =>
    text
      .split('\n\n')
      .map(event => [/^event: (.*)$/m.exec(event)?.[1], /^data: ?(.*)$/m.exec(event)?.[1]])
      .filter(([type]) => type !== undefined)

  test('gets its events over Server-Sent Events (GQ1, EV1)', async () => {
    const { response, text } = await subscribe('subscription { countdown(from: 2) }')
    expect(response.content.mediaType).toBe('text/event-stream')
    expect(eventsIn(text)).toEqual([
      ...[2, 1, 0].map(countdown => ['next', JSON.stringify({ data: { countdown } })]),
      ['complete', expect.anything()],
    ])
  })

  test('gets the errors of its source as an event', async () => {
    const events = eventsIn((await subscribe('subscription { failing }')).text)
    expect(events[0]).toEqual(['next', '{"data":{"failing":1}}'])
    expect(events[1]?.[1]).toContain('The source failed')
  })

  test('is the named operation', async () => {
    const query = 'query A { greeting(name: "a") } subscription B { countdown(from: 0) }'
    const body = (operationName: string) =>
      ({ type: 'graphql', query, variables: '', operationName }) as const
    expect((await subscribe('', { body: body('B') })).response.content.mediaType).toBe('text/event-stream')
    const { text } = await subscribe('', { body: body('A') })
    expect(JSON.parse(text)).toEqual({ data: { greeting: 'Hello, a' } })
  })

  test('that the server refuses is answered with JSON', async () => {
    const { response, text } = await subscribe('subscription { gone }')
    if (response.content.mediaType === 'text/event-stream') expect(text).toContain('Cannot query field')
    else expect(JSON.parse(text).errors[0].message).toContain('Cannot query field')
  })

  describe.each([
    ['auto', /^text\/event-stream, multipart\/mixed;q=0\.9, /],
    ['sse', /^text\/event-stream, application\/graphql-response\+json/],
    ['multipart', /^multipart\/mixed;subscriptionSpec=1\.0, application\/graphql-response\+json/],
  ] as const)('over %s', (transport, accept) => {
    const body = (query: string, url = '') =>
      ({
        type: 'graphql',
        query,
        variables: '',
        subscription: { transport, url, connectionParams: '' },
      }) as const

    test('is asked for by Accept, at its own URL', async () => {
      const sink = await startSink()
      const [url, others] = [`${sink.url}/own?a=1`, `${sink.url}/others`]
      await engine.exchange({ method: 'POST', url: others, body: body('subscription { a }', url) })
      await engine.exchange({ method: 'GET', url: others, body: body('subscription { a }', url) })
      await engine.exchange({ method: 'POST', url: others, body: body('{ a }', url) })
      await engine.exchange({ method: 'POST', url: others, body: body('subscription { a }') })
      const acceptOf = (at: number) => sink.requests[at]?.headers.find(({ name }) => name === 'Accept')?.value
      expect(sink.requests.map(one => one.url)).toEqual([
        '/own?a=1',
        expect.stringMatching(/^\/own\?a=1&query=/),
        '/others',
        '/others',
      ])
      for (const at of [0, 1, 3]) expect(acceptOf(at)).toMatch(accept)
      expect(acceptOf(2)).toMatch(/^application\/graphql-response\+json, /)
      await sink.close()
    })
  })

  test('gets its events over the transport of GraphQL over SSE', async () => {
    const subscription = { transport: 'sse', url: server.url, connectionParams: '' }
    const body = {
      type: 'graphql',
      query: 'subscription { countdown(from: 0) }',
      variables: '',
      subscription,
    } as const
    const { response, text } = await subscribe('', { url: 'http://127.0.0.1:1', body })
    expect(response.content.mediaType).toBe('text/event-stream')
    expect(eventsIn(text)[0]).toEqual(['next', '{"data":{"countdown":0}}'])
  })

  test.each(['websocket', 'constructor', 'x'])(
    'over an unknown transport (%s) is not sent',
    async transport => {
      const sink = await startSink()
      const subscription = { transport, url: '', connectionParams: '' }
      const body = { type: 'graphql', query: 'subscription { a }', variables: '', subscription } as const
      const outcome = await engine.send({ method: 'POST', url: sink.url, body })
      expect(outcome).toMatchObject({
        failure: { failure: { code: 'SUBSCRIPTION_TRANSPORT_UNKNOWN', subject: transport } },
      })
      expect(sink.requests).toEqual([])
      await sink.close()
    },
  )

  test('gets parts from servers that have no Server-Sent Events, and an Accept of the user is kept', async () => {
    const content = '\r\n--graphql\r\n\r\n{"payload":{"data":{"countdown":0}}}\r\n--graphql--\r\n'
    const type = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0'
    const sink = await startSink(() => ({ statusCode: 200, headers: ['Content-Type', type], content }))
    for (const headers of [[], [row('Accept', 'multipart/mixed')]]) {
      const query = 'subscription { countdown(from: 1) }'
      const { text } = await subscribe(query, { url: sink.url, headers })
      expect(text).toBe(content)
    }
    const accepted = sink.requests.map(({ headers }) => headers.filter(({ name }) => name === 'Accept'))
    expect(accepted.map(fields => fields.map(({ value }) => value))).toEqual([
      [expect.stringMatching(/^text\/event-stream, multipart\/mixed;q=0\.9, /)],
      ['multipart/mixed'],
    ])
    await sink.close()
  })
})

test.each(['POST', 'GET'])('the first of several operations is run if none is chosen (%s)', async method => {
  const query = 'query A { greeting(name: "A") } query B { greeting(name: "B") }'
  expect(await answerTo({ query, variables: '' }, method)).toEqual({
    statusCode: 200,
    data: { greeting: 'Hello, A' },
  })
})
