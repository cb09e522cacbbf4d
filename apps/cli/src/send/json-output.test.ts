import { readFileSync } from 'node:fs'
import {
  endConnection,
  holdOpen,
  receiveHead,
  startRawServer,
  startSink,
  startTlsServer,
  waitFor,
} from '@parley/testkit'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { type InProcessOptions, startInProcess } from '../io/run-in-process.testkit.ts'
import type { EndedProgram } from '../run-program.testkit.ts'
import { useSendFixture } from './send-fixture.testkit.ts'

const fixture = useSendFixture()

const schemaFile = new URL('../../../../docs/schemas/parley-send.schema.json', import.meta.url)
const schema = JSON.parse(readFileSync(schemaFile, 'utf8'))
const isValid = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema)

/** Parses the one document on standard output and validates it against the published schema. */
function documentOf(text: string) {
  const document = JSON.parse(text)
  isValid(document)
  expect(isValid.errors ?? []).toEqual([])
  return document
}

test('the schema is strict: each property is required, and no other is allowed', () => {
  const objects: object[] = []
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if ('properties' in value) objects.push(value)
    for (const one of Object.values(value)) visit(one)
  }
  visit(schema)
  expect(objects.length).toBeGreaterThan(10)
  for (const one of objects)
    expect(one).toMatchObject({
      additionalProperties: false,
      required: Object.keys('properties' in one ? (one.properties ?? {}) : {}),
    })
})

test('the schema refuses what is not a document', async () => {
  const ended = await fixture.run(['send', fixture.sink.url, '--json-output'])
  const document = documentOf(ended.stdout.toString())
  for (const wrong of [
    { ...document, more: 1 },
    { ...document, schemaVersion: 2 },
    { ...document, failure: undefined },
    { ...document, response: { ...document.response, body: { encoding: 'utf-8', text: '{}' } } },
  ])
    expect(isValid(wrong)).toBe(false)
})

describe('--json-output', () => {
  const send = async (args: readonly string[], options?: InProcessOptions) => {
    const ended: EndedProgram = await fixture.run(['send', '--json-output', ...args], options)
    return { ...ended, document: documentOf(ended.stdout.toString()) }
  }

  test('describes the request, the response and the connection', async () => {
    const { code, stderr, document } = await send([
      fixture.sink.url,
      '-d',
      'hé',
      '-H',
      'X-A: 1',
      '-H',
      'x-a: 2',
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(document).toMatchObject({
      schemaVersion: 1,
      request: {
        method: 'POST',
        url: `${fixture.sink.url}/`,
        httpVersion: '1.1',
        leftOut: [],
        contentBytes: 3,
      },
      response: {
        httpVersion: '1.1',
        statusCode: 200,
        reasonPhrase: 'OK',
        trailers: [],
        mediaType: 'application/json',
        wireBytes: 2,
        body: { encoding: 'utf-8', text: '{}', bytes: 2, isComplete: true },
      },
      hops: [],
      connection: { remoteAddress: '127.0.0.1', remotePort: fixture.sink.port, isReused: false, tls: null },
      notices: [],
      failure: null,
    })
    expect(document.request.headers).toEqual(fixture.sink.requests[0]?.headers)
    expect(document.timings).toMatchObject({ dnsMs: null, tlsMs: null, totalMs: expect.any(Number) })
    expect(document.timings.startedAt).toBeGreaterThan(Date.UTC(2020))
  })

  test('describes trailers, repeated headers and decoding', async () => {
    const server = await startRawServer(
      'HTTP/1.1 200 OK\r\nA: 1\r\na: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nT: end\r\n\r\n',
    )
    const { document } = await send([server.url])
    const pairs = [
      { name: 'A', value: '1' },
      { name: 'a', value: '2' },
    ]
    expect(document.response.headers).toEqual(expect.arrayContaining(pairs))
    expect(document.response.trailers).toEqual([{ name: 'T', value: 'end' }])
    await server.close()
    const { response } = (await send([`${fixture.demo.baseUrl}/gzip`])).document
    expect(response.body.bytes).toBe(response.decodedBytes)
    expect(response.decodedBytes).not.toBe(response.wireBytes)
  })

  test('gives bytes that are not UTF-8 as base64', async () => {
    const { document } = await send([`${fixture.demo.baseUrl}/binary?bytes=1000`])
    const { encoding, data, bytes } = document.response.body
    expect({ encoding, bytes }).toEqual({ encoding: 'base64', bytes: 1000 })
    expect(Buffer.from(data, 'base64')).toEqual(
      Buffer.from(Uint8Array.from({ length: 1000 }, (_, index) => index % 256)),
    )
  })

  test('keeps every character of a text, with what could harm a terminal escaped', async () => {
    const text = '\ufeff"é 👍 \u0000\x1b]52;c;\x07\x7f\u009b\u202e\u2028\r\n'
    const server = await startRawServer(`HTTP/1.1 200 OK\r\n\r\n${text}`)
    const { stdout, document } = await send([server.url])
    expect(document.response.body.text).toBe(text)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not be in the output.
    expect(stdout.toString()).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u202e\ufeff]/)
    await server.close()
  })

  test('names the file that has the body', async () => {
    const { code, document } = await send([fixture.sink.url, '-o', 'body'])
    expect(code).toBe(0)
    expect(document.response.body).toEqual({ file: 'body', bytes: 2, isComplete: true })
    expect(readFileSync(fixture.path('body'), 'utf8')).toBe('{}')
  })

  test('lists the redirects', async () => {
    const { demo } = fixture
    const { document } = await send([`${demo.baseUrl}/redirect/2`])
    expect(document.request.url).toBe(`${demo.baseUrl}/echo`)
    expect(document.hops).toEqual([
      { method: 'GET', url: `${demo.baseUrl}/redirect/2`, statusCode: 302, location: '1' },
      { method: 'GET', url: `${demo.baseUrl}/redirect/1`, statusCode: 302, location: '../echo' },
    ])
  })

  test('has no body if there are too many redirects', async () => {
    const { code, document } = await send([`${fixture.demo.baseUrl}/redirect/1`, '--max-redirects', '0'])
    expect(code).toBe(2)
    expect(document.failure.code).toBe('TOO_MANY_REDIRECTS')
    expect(document.response).toMatchObject({ statusCode: 302, body: null })
  })

  test('lists the names without a value', async () => {
    const { document, stderr } = await send([`${fixture.sink.url}/{{name}}`])
    const sentence = '{{name}} has no value and was sent as typed.'
    expect(document.notices).toEqual([{ code: 'UNKNOWN_VARIABLES', sentence, names: ['name'] }])
    expect(stderr).toBe(`Note: ${sentence}\n`)
  })

  test('says that the boundary of a form was added to a typed type', async () => {
    const words = [fixture.sink.url, '-H', 'Content-Type: multipart/form-data', '-F', 'a=1']
    const { document } = await send(words)
    expect(document.notices).toMatchObject([{ code: 'BOUNDARY_ADDED', names: [] }])
    expect(fixture.sink.requests.at(-1)?.headers).toContainEqual({
      name: 'Content-Type',
      value: expect.stringMatching(/^multipart\/form-data; boundary=./),
    })
  })

  test('describes a failure with no response', async () => {
    const gone = await startSink()
    await gone.close()
    const { code, stderr, document } = await send([gone.url])
    expect(code).toBe(2)
    expect(stderr).toContain('(ECONNREFUSED)')
    expect(document).toMatchObject({ request: null, response: null, connection: null, hops: [] })
    expect(document.timings).toMatchObject({
      connectMs: expect.any(Number),
      tlsMs: null,
      totalMs: expect.any(Number),
    })
    expect(document.failure).toEqual({
      kind: 'connect',
      code: 'ECONNREFUSED',
      step: 'connect',
      address: `127.0.0.1:${gone.port}`,
      sentence: `Nothing is listening at 127.0.0.1:${gone.port}. Is the server running?`,
      nextStep: 'Start the server, or check the port in the URL.',
      received: null,
    })
  })

  test('has what arrived if it is no response, which is printed as well', async () => {
    const server = await startRawServer('SSH-2.0-\x1b[2J\r\nTwo lines\r\n')
    const { code, stderr, document } = await send([server.url])
    expect(code).toBe(2)
    expect(document.failure).toMatchObject({
      code: 'HPE_INVALID_CONSTANT',
      received: 'SSH-2.0-\x1b[2J\r\nTwo lines\r\n',
    })
    expect(stderr).toMatch(/What arrived begins with:\nSSH-2\.0-\\x1b\[2J\r?\nTwo lines\n$/)
    await server.close()
  })

  test('describes a failure over TLS, and one before anything was sent', async () => {
    const server = await startTlsServer({ certificate: 'selfSigned' })
    const { code, document } = await send([server.url])
    expect(code).toBe(2)
    expect(document.failure).toMatchObject({ kind: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    await server.close()
    const unsent = await send(['ftp://a'])
    expect(unsent.code).toBe(3)
    expect(unsent.document).toMatchObject({
      timings: null,
      failure: { code: 'UNSUPPORTED_SCHEME', step: 'prepare', address: '' },
    })
  })

  test('prints nothing if an option is invalid', async () => {
    const { code, stdout } = await fixture.run(['send', '--json-output', 'http://a', '--http', '3'])
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 3, stdout: '' })
  })

  test.each([[[]], [['-o', 'body']]])('has what arrived before a failure (%j)', async words => {
    const server = await startRawServer('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart')
    const { code, document } = await send([server.url, ...words])
    expect(code).toBe(2)
    expect(document.failure.code).toBe('INCOMPLETE_RESPONSE')
    expect(document.response.body).toEqual(
      words.length === 0
        ? { encoding: 'utf-8', text: 'part', bytes: 4, isComplete: false }
        : { file: 'body', bytes: 4, isComplete: false },
    )
    await server.close()
  })

  test('has what arrived before it was interrupted (CL4)', async () => {
    const server = await startRawServer([
      receiveHead,
      'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nso far',
      holdOpen,
    ])
    const { code, stderr, document } = await send([server.url, '-o', 'body'], {
      onStart: child =>
        void waitFor(() => readFileSync(fixture.path('body'), 'utf8') === 'so far', 'the part', {
          timeoutMs: 15_000,
        }).then(() => child.kill('SIGINT')),
    })
    expect({ code, stderr }).toEqual({ code: 130, stderr: 'What arrived is in body.\n' })
    expect(document.failure).toMatchObject({ kind: 'cancelled', code: 'CANCELLED' })
    expect(document.response.body).toEqual({ file: 'body', bytes: 6, isComplete: false })
    await server.close()
  })

  test('prints a document on a terminal as well', async () => {
    const server = await startRawServer([receiveHead, 'HTTP/1.1 200 OK\r\n\r\nok', endConnection])
    const run = startInProcess(['send', '--json-output', server.url], { terminal: ['stdout', 'stderr'] })
    expect((await run.ended).code).toBe(0)
    expect(documentOf(run.shown()).response.body.text).toBe('ok')
    await server.close()
  })
})
