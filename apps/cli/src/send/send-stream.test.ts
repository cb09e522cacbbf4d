import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultStreamSettings, eventStreamRequestOf, newHttpRequest, writeItem } from '@parley/model'
import { afterEach, describe, expect, test } from 'vitest'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Serves a stream that stays open after its text. */
const serveOpen = (text: string) =>
  serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text)
  })

const serveEnded = (text: string, status = 200, type = 'text/event-stream') =>
  serve((_, response) => response.writeHead(status, { 'content-type': type }).end(text))

function streamFile(url: string): string {
  const draft = newHttpRequest({ name: 'Stock', url, stream: defaultStreamSettings })
  const request = eventStreamRequestOf(draft)
  if (request === null) throw new Error('It is a stream.')
  return fixture.write('stream.yml', writeItem(request))
}

const send = async (args: readonly string[]) => {
  const { code, stdout, stderr } = await fixture.runProgram(['send', ...args, '-q'])
  return { code, stdout: stdout.toString(), stderr }
}

const three =
  'id: 1\nevent: a\ndata: {"n":1}\n\n: comment\ndata: two\ndata: lines\n\ndata: {"n":3,"status":"done"}\n\n'

describe('parley send of an event stream', () => {
  test('prints a line an event, and ends with the server', async () => {
    expect(await send([streamFile(await serveEnded(three))])).toEqual({
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
    expect(await send([streamFile(await serveOpen(three)), ...args])).toEqual({ code: 0, stdout, stderr: '' })
  })

  test('of a typed URL takes the same options', async () => {
    const sent = await send([await serveOpen(three), '--events', '1', '--json-lines'])
    expect(sent).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(sent.stdout)).toEqual({
      id: '1',
      event: 'a',
      data: '{"n":1}',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  test('that is none prints the body and exits with 2', async () => {
    const sent = await send([streamFile(await serveEnded('busy', 503, 'text/plain'))])
    expect(sent).toMatchObject({ code: 2, stdout: 'busy' })
    expect(sent.stderr).toContain('The response is no event stream: 503 Service Unavailable')
  })

  test('that breaks off exits with 2, after what arrived', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: a\n\ndata: b', () => response.destroy())
    })
    expect(await send([streamFile(url)])).toMatchObject({ code: 2, stdout: 'a\n' })
  })

  test('of 50,000 events prints all of them', async () => {
    const texts = Array.from({ length: 50_000 }, (_, at) => `number ${at}`)
    const url = await serveEnded(texts.map(text => `data: ${text}\n\n`).join(''))
    expect((await send([streamFile(url)])).stdout).toBe(`${texts.join('\n')}\n`)
  })

  test.each([
    [['--events', '0'], '“0” is no number of events'],
    [['--for', 'soon'], '“soon” is no time'],
    [['--until', '$.a = 1'], '--until cannot be read at character '],
    [['--raw', '--json-lines'], 'Give either --json-lines or --raw.'],
    [['--raw', '--json-output'], '--raw prints events, and --json-output one document.'],
  ])('%j is refused', async (args, sentence) => {
    const sent = await send(['http://127.0.0.1:9/', ...args])
    expect(sent).toMatchObject({ code: 3, stdout: '' })
    expect(sent.stderr).toContain(sentence)
  })
})
