import type { RequestListener } from 'node:http'
import {
  defaultStreamSettings,
  eventStreamRequestOf,
  newHttpRequest,
  type StreamSettings,
  writeItem,
} from '@parley/model'
import {
  brokenStream,
  endedStream,
  noMoreStream,
  openStream,
  type StreamServer,
  startStreamServer,
  waitFor,
} from '@parley/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
const servers: StreamServer[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(...listeners: readonly RequestListener[]): Promise<StreamServer> {
  const server = await startStreamServer(...listeners)
  servers.push(server)
  return server
}

function streamFile({ url }: StreamServer, settings: Partial<StreamSettings> = {}, method = 'GET'): string {
  const stream = { ...defaultStreamSettings, ...settings }
  const request = eventStreamRequestOf(newHttpRequest({ name: 'Stock', method, url, stream }))
  if (request === null) throw new Error('It is a stream.')
  return fixture.write('stream.yml', writeItem(request))
}

/** A file whose stream is connected only once. */
const onceFile = async (listener: RequestListener, settings: Partial<StreamSettings> = {}) =>
  streamFile(await serve(listener), { reconnect: false, ...settings })

const busy: RequestListener = (_, response) =>
  response.writeHead(503, { 'content-type': 'text/plain' }).end('busy')

const send = async (args: readonly string[]) => {
  const { code, stdout, stderr } = await fixture.runCommand(['send', ...args, '-q'])
  return { code, stdout: stdout.toString(), stderr }
}

const three =
  'id: 1\nevent: a\ndata: {"n":1}\n\n: comment\ndata: two\ndata: lines\n\ndata: {"n":3,"status":"done"}\n\n'

describe('parley send of an event stream', () => {
  test('prints a line an event, and ends with the server', async () => {
    expect(await send([await onceFile(endedStream(three))])).toEqual({
      code: 0,
      stdout: '{"n":1}\ntwo\\nlines\n{"n":3,"status":"done"}\n',
      stderr: '',
    })
  })

  test.each<[readonly string[], string]>([
    [['--events', '2'], '{"n":1}\ntwo\\nlines\n'],
    [['--until', '$.status == "done"'], '{"n":1}\ntwo\\nlines\n{"n":3,"status":"done"}\n'],
    [['--until', '$.n == 1'], '{"n":1}\n'],
    [['--for', '400ms'], '{"n":1}\ntwo\\nlines\n{"n":3,"status":"done"}\n'],
    [['--events', '2', '--raw'], 'id: 1\nevent: a\ndata: {"n":1}\n\n: comment\ndata: two\ndata: lines\n\n'],
  ])('%j ends a stream that goes on', async (args, stdout) => {
    expect(await send([streamFile(await serve(openStream(three))), ...args])).toEqual({
      code: 0,
      stdout,
      stderr: '',
    })
  })

  test('of a typed URL takes the same options', async () => {
    const { url } = await serve(openStream(three))
    const sent = await send([url, '--events', '1', '--json-lines'])
    expect(sent).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(sent.stdout)).toEqual({
      id: '1',
      event: 'a',
      data: '{"n":1}',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  test('that is none prints the body and exits with 2', async () => {
    const sent = await send([streamFile(await serve(busy))])
    expect(sent).toMatchObject({ code: 2, stdout: 'busy' })
    expect(sent.stderr).toContain('The response is not an event stream: 503 Service Unavailable')
  })

  test('that breaks off exits with 2, after what arrived', async () => {
    const file = await onceFile(brokenStream('data: a\n\ndata: b'))
    expect(await send([file])).toMatchObject({ code: 2, stdout: 'a\n' })
  })

  test('that sends nothing for too long exits with 2', async () => {
    const sent = await send([await onceFile(openStream('data: a\n\n'), { idleMs: 1000 })])
    expect(sent).toMatchObject({ code: 2, stdout: 'a\n' })
    expect(sent.stderr).toContain('(STREAM_IDLE)')
  })

  test('of 50,000 events prints all of them', async () => {
    const texts = Array.from({ length: 50_000 }, (_, at) => `number ${at}`)
    const file = await onceFile(endedStream(texts.map(text => `data: ${text}\n\n`).join('')))
    expect((await send([file])).stdout).toBe(`${texts.join('\n')}\n`)
  })

  test.each([
    [['--events', '0'], '“0” is not a number of events'],
    [['--for', 'soon'], '“soon” is not a duration'],
    [['--until', '$.a = 1'], '--until is invalid at character '],
    [['--raw', '--json-lines'], 'Give either --json-lines or --raw.'],
    [['--raw', '--json-output'], '--raw prints events, but --json-output prints a single document.'],
  ])('%j is refused', async (args, sentence) => {
    const sent = await send(['http://127.0.0.1:9/', ...args])
    expect(sent).toMatchObject({ code: 3, stdout: '' })
    expect(sent.stderr).toContain(sentence)
  })
})

describe('parley send of a stream that is connected again', () => {
  const first = endedStream('retry: 1\nid: 1\ndata: a\n\n')

  test('continues after its last event until 204, and says so', async () => {
    const server = await serve(
      first,
      brokenStream('data: b\n\ndata: cut'),
      endedStream('data: c\n\n'),
      noMoreStream,
    )
    const { code, stdout, stderr } = await fixture.runCommand(['send', streamFile(server)])
    expect([code, stdout.toString()]).toEqual([0, 'a\nb\nc\n'])
    expect(server.heads.map(head => head['last-event-id'])).toEqual([undefined, '1', '1', '1'])
    expect(stderr.replace(/\d+ ms/g, 'N ms').split('\n')).toEqual([
      'Note: The server ended the stream. Connecting again in N ms; Ctrl+C stops.',
      'Note: The stream was interrupted (INCOMPLETE_RESPONSE). Connecting again in N ms; Ctrl+C stops.',
      'Note: The server ended the stream. Connecting again in N ms; Ctrl+C stops.',
      '',
    ])
  })

  test.each<[string, string, Partial<StreamSettings>, string, number]>([
    ['a GET', 'GET', {}, '', 2],
    ['a GET after [DONE]', 'GET', {}, 'data: [DONE]\n\n', 1],
    ['a POST', 'POST', {}, '', 1],
    ['a POST whose settings say so', 'POST', { reconnectOtherMethods: true }, '', 2],
    ['such a POST after [DONE]', 'POST', { reconnectOtherMethods: true }, 'data: [DONE]', 1],
  ])('sends %s as often as its settings and the method allow', async (_, method, settings, end, sends) => {
    const server = await serve(endedStream(`retry: 1\ndata: a\n\n${end}`), noMoreStream)
    expect(await send([streamFile(server, settings, method)])).toMatchObject({ code: 0 })
    expect(server.heads).toHaveLength(sends)
  })

  test('counts the events of all connections, and writes them to one file', async () => {
    const server = await serve(first)
    expect(await send([streamFile(server), '--events', '3', '-o', 'out.txt'])).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(fixture.read('out.txt')).toBe('a\na\na\n')
  })

  test('exits with 2 if another answer is no event stream', async () => {
    const sent = await send([streamFile(await serve(first, busy))])
    expect(sent).toMatchObject({ code: 2, stdout: 'a\nbusy' })
  })

  test.each<[string, readonly string[], number]>([
    ['Ctrl+C', [], 130],
    ['--for', ['--for', '300ms'], 0],
  ])('is ended by %s while it waits', async (by, args, code) => {
    const file = streamFile(await serve(endedStream('retry: 60000\ndata: a\n\n')))
    const ended = await fixture.runCommand(['send', file, ...args], {
      onStart(command) {
        if (by === 'Ctrl+C')
          void waitFor(() => command.stderr() !== '', 'the note').then(() => command.kill('SIGINT'))
      },
    })
    expect([ended.code, ended.stdout.toString()]).toEqual([code, 'a\n'])
  })
})
