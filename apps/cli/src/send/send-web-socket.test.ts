import { defaultWebSocketPart, newWebSocketRequest, type WebSocketPart, writeItem } from '@parley/model'
import { startSink, startWebSocketServer, type WebSocketServerOptions, waitFor } from '@parley/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import type { InProcessOptions } from '../io/run-in-process.testkit.ts'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
const closing: { close(): unknown }[] = []

afterEach(async () => {
  for (const one of closing.splice(0)) await one.close()
})

async function serve(options: WebSocketServerOptions = {}) {
  const server = await startWebSocketServer(options)
  closing.push(server)
  return server
}

function chatFile(url: string, webSocket: Partial<WebSocketPart> = {}): string {
  const request = newWebSocketRequest({
    name: 'Chat',
    url,
    webSocket: { ...defaultWebSocketPart, ...webSocket },
  })
  return fixture.write('chat.yml', writeItem(request))
}

const text = (data: string, selected = true) => ({ title: data, selected, format: 'text', data }) as const

const send = async (args: readonly string[], options?: InProcessOptions) => {
  const { code, stdout, stderr } = await fixture.runCommand(['send', ...args], options)
  return { code, stdout: stdout.toString(), stderr }
}

describe('parley send of a WebSocket', () => {
  test('sends the selected messages and the lines of a pipe, and prints a line a message', async () => {
    const { url } = await serve()
    const file = chatFile(url, {
      messages: [text('{{greeting}} {{unknown}}'), text('no', false), text('a\nb')],
    })
    const ended = await send([file, '--messages', '4', '--env-var', 'x=1', '--var', 'greeting=hi', '-q'], {
      stdin: 'three\nfour\nfive\n',
    })
    expect(ended).toEqual({ code: 0, stdout: 'hi {{unknown}}\na\\nb\nthree\nfour\n', stderr: '' })
  })

  test('sends what is typed as hex or Base64 as bytes, and says where such a text is wrong', async () => {
    const received: (string | readonly number[])[] = []
    const { url } = await serve({
      onConnection: socket =>
        socket.on('message', (data, isBinary) => {
          received.push(isBinary ? [...(data as Buffer)] : data.toString())
          socket.send(data, { binary: isBinary })
        }),
    })
    const bytes = (format: 'hex' | 'binary', data: string) => ({ title: '', selected: true, format, data })
    const file = chatFile(url, { messages: [bytes('hex', '00 fF\n7f'), bytes('binary', 'AAE=')] })
    const ended = await send([file, '--messages', '2', '--json-lines'], { stdin: '' })
    expect(ended.code).toBe(0)
    expect(received).toEqual([
      [0, 255, 127],
      [0, 1],
    ])
    const wrong = chatFile(url, { messages: [bytes('hex', '00\n0g')] })
    const refused = await send([wrong, '--messages', '1'], { stdin: '' })
    expect(refused.stderr).toMatch(/INVALID_HEX|line 2, column 2/i)
    expect(refused.code).not.toBe(0)
    expect(received).toHaveLength(2)
  })

  test('of a typed URL goes on after the end of its input, until the server closes', async () => {
    const { url } = await serve({
      onConnection: socket =>
        socket.on('message', data => {
          socket.send(`got ${data.toString()}`)
          socket.close(1008, 'no token\u001b[2J')
        }),
    })
    const ended = await send([url, '-H', 'X-A: 1'], { stdin: 'one' })
    expect(ended).toMatchObject({ code: 0, stdout: 'got one\n' })
    expect(ended.stderr).toContain('closed by the server: 1008 Policy Violation: no token')
    expect(ended.stderr).not.toContain('\u001b[2J')
  })

  test('prints both directions as JSON, and ends at a condition', async () => {
    const { url } = await serve()
    const messages = [
      text('{"n":1}'),
      { title: 'b', selected: true, format: 'binary', data: 'AP8=' } as const,
      text('{"n":2}'),
    ]
    const ended = await send([chatFile(url, { messages }), '--json-lines', '--until', '$.n == 2', '-q'])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const lines = ended.stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    const received = lines.filter(({ direction }) => direction === 'received')
    expect(received).toEqual([
      { direction: 'received', type: 'text', data: '{"n":1}', time: expect.stringMatching(/^\d{4}-/) },
      { direction: 'received', type: 'binary', data: 'AP8=', time: expect.any(String) },
      { direction: 'received', type: 'text', data: '{"n":2}', time: expect.any(String) },
    ])
    expect(lines.filter(({ direction }) => direction === 'sent')).toHaveLength(3)
  })

  test.each<[readonly string[], string]>([
    [['--for', '500ms'], 'a\n'],
    [['--messages', '1', '--raw'], 'a'],
  ])('%j ends a connection that stays open', async (args, stdout) => {
    const { url } = await serve()
    expect(await send([chatFile(url, { messages: [text('a')] }), ...args, '-q'])).toEqual({
      code: 0,
      stdout,
      stderr: '',
    })
  })

  test('closes with the code of the request, also at Ctrl+C', async () => {
    const closed: number[] = []
    const { url } = await serve({
      onConnection(socket) {
        socket.on('close', code => closed.push(code)).send('open')
      },
    })
    const ended = await send([chatFile(url, { closeCode: 4001 })], {
      onStart: command =>
        void waitFor(() => command.stdout() === 'open\n', 'the message').then(() => command.kill('SIGINT')),
    })
    expect(ended.code).toBe(130)
    await expect.poll(() => closed).toEqual([4001])
  })

  test('hides secrets', async () => {
    const { url } = await serve()
    const file = chatFile(`${url}/{{key}}`, { messages: [text('k={{key}}')] })
    const args = ['--secret', 'key=canary-77f0', '--json-lines', '--messages', '1', '--timing']
    const ended = await send([file, ...args])
    expect(ended.stderr).not.toContain('canary')
    const [sent = '', received = ''] = ended.stdout.split('\n')
    expect(sent).toContain('k={{key}}')
    expect(received).toContain('k=canary-77f0')
  })

  test('that is refused prints the body and exits with 2', async () => {
    const sink = await startSink(() => ({ statusCode: 403, headers: [], content: 'not you' }))
    closing.push(sink)
    const ended = await send([sink.url.replace('http', 'ws')])
    expect(ended).toMatchObject({ code: 2, stdout: 'not you' })
    expect(ended.stderr).toContain('The server refused the WebSocket: 403')
  })

  test('that breaks exits with 2, after what arrived', async () => {
    const { url } = await serve({
      onConnection: socket => socket.send('a', {}, () => socket.terminate()),
    })
    const ended = await send([url])
    expect(ended).toMatchObject({ code: 2, stdout: 'a\n' })
    expect(ended.stderr).toContain('WEBSOCKET_BROKEN')
    expect(await send(['ws://127.0.0.1:1'])).toMatchObject({ code: 2, stdout: '' })
  })

  test.each<[readonly string[], string]>([
    [['ws://h', '--events', '2'], 'Give --messages for a WebSocket.'],
    [['ws://h', '--json-output'], 'Give --json-lines to print each message of a WebSocket as one.'],
    [['ws://h', '--json', '1'], 'Send messages by standard input instead.'],
    [['POST', 'ws://h'], 'Send messages by standard input instead.'],
    [['http://h', '--messages', '2'], '--messages is only for WebSockets'],
    [['http://h', '--interactive'], '--interactive is only for WebSockets'],
    [['ws://h', '--messages', '0'], 'not a number of events or messages'],
  ])('%j is refused with 3', async (args, sentence) => {
    const ended = await send(args)
    expect(ended).toMatchObject({ code: 3, stdout: '' })
    expect(ended.stderr).toContain(sentence)
  })

  test('has no code', async () => {
    const args = ['codegen', chatFile('ws://h'), '--target', 'shell-curl']
    const { code, stderr } = await fixture.runCommand(args)
    expect(code).toBe(3)
    expect(stderr).toMatch(/There is no (code for WebSockets|target)/)
  })
})
