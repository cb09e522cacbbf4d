import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { receiveHead, startRawServer, startSink, waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import type { InProcessOptions } from './io/run-in-process.testkit.ts'
import type { RunningProgram } from './run-program.testkit.ts'
import { useSendFixture } from './send/send-fixture.testkit.ts'

const fixture = useSendFixture()

/** Words of `parley send` that are refused, with a part of what is printed. */
const refusedWords: readonly (readonly [readonly string[], string])[] = [
  [['http://a', '-d', '1', '--json', '2'], 'parley: Give either --data or --json, not both.'],
  [['http://a', '--file', 'a', '-F', 'a=b'], 'parley: Give either --form or --file, not both.'],
  [
    ['http://a', '-F', 'none'],
    'parley: The form field “none” has no “=”. Write it as name=value or name=@file.',
  ],
  [['http://a', '-F', 'f=@'], 'parley: No file is selected for f. Nothing was sent. (NO_FILE_SELECTED)'],
  [['http://a/:id'], 'parley: The path variable :id has no value. (MISSING_PATH_VARIABLE)'],
  [['GET', 'http://a', 'b'], 'parley: Give a method and a URL; “b” is one word too many.'],
  [['http://a', '-H', 'none'], "parley: The header “none” has no colon. Write it as 'Name: value'."],
  [['http://a', '-H', ': x'], "parley: The header “: x” has no name. Write it as 'Name: value'."],
  [['http://a', '-H', 'a b: x'], '“a b” cannot be the name of a header'],
  [['http://a', '-H', 'a: x\r\ny: z'], 'The value of the header a contains a line break'],
  [[''], 'parley: The URL is empty. (INVALID_URL)'],
  [['', 'http://a'], 'parley: The method is empty.'],
  [['A B', 'http://a'], '“A B” is not a method'],
  [['ftp://a'], 'Requests are sent over http or https, but the URL begins with “ftp:”.'],
  [['http://a:99999'], '“http://a:99999” is not a valid URL: its port is above 65535.'],
  [['http://\x1b]52;c;x\x07'], '“http://\\x1b]52;c;x\\x07” is not a valid URL'],
  [['a', 'b', '\x1b[2J'], '“\\x1b[2J” is one word too many'],
  [['--bogus'], "unknown option '--bogus'\nRun parley send --help to see its options."],
  [['--', '--bogus', ''], 'The URL is empty'],
  [['-o'], "option '-o, --output <file>' argument missing"],
  [[], 'Give the URL, such as'],
  [['GET'], 'The URL is missing after GET.'],
  [['PUT', 'http://a', '--method', 'GET'], 'given twice: “PUT” before the URL and “GET” by --method.'],
  [['http://a', '-X', ''], 'parley: The method is empty.'],
  [['http://a', '-X', 'A B'], '“A B” is not a method'],
  [['http://a', '--http', '3'], 'parley: --http must be auto, 1.1 or 2, not “3”.'],
  [
    ['http://a', '--timeout', '1s'],
    '--timeout must be a whole number of milliseconds from 0 to 2147483647, not “1s”',
  ],
  [
    ['http://a', '--connect-timeout', '-1'],
    'parley: --connect-timeout must be a whole number of milliseconds',
  ],
  [
    ['http://a', '--max-redirects', '1001'],
    'parley: --max-redirects must be a whole number from 0 to 1000, not “1001”',
  ],
  [['http://a', '--var', 'none'], 'parley: The variable “none” has no “=”. Write it as name=value.'],
  [['http://a', '--var', '{{a}}=b'], 'parley: “{{a}}” cannot be the name of a variable'],
  [['http://{{a}}', '--var', 'a={{b}}', '--var', 'b={{a}}'], 'The variable a → b → a refers to itself.'],
  [['http://a', '-d', '1', '-d', '2'], 'It can be given only once.'],
  [['http://a', '-d', '1', '--data-raw', '2'], 'parley: Give either --data or --data-raw, not both.'],
  [['http://a', '--force'], 'parley: --force overwrites the file of --output. Add --output.'],
  [['http://a', '-i', '--json-output'], 'parley: Give either --include or --json-output'],
  [['http://{{a}}'], 'Give it one with --var name=value'],
  [['http://a/', 'http://b/'], 'There are two URLs.'],
]

const run = (args: readonly string[], options: InProcessOptions = {}) => fixture.run(args, options)
const send = (...args: readonly string[]) => run(['send', ...args])

test('prints exactly the bytes of the body', async () => {
  const { code, stdout, stderr } = await send(`${fixture.demo.baseUrl}/binary?bytes=1000`)
  expect(stdout).toEqual(Buffer.from(Uint8Array.from({ length: 1000 }, (_, index) => index % 256)))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('a status of 400 or more is a response', async () => {
  expect(await send(`${fixture.demo.baseUrl}/status/503`)).toMatchObject({ code: 0, stderr: '' })
})

test('sends GET, or POST if there is a body, or the typed method', async () => {
  for (const words of [
    [fixture.sink.url],
    ['-d', 'x', fixture.sink.url],
    ['PURGE', fixture.sink.url],
    ['GET', '-d', 'x', fixture.sink.url],
  ])
    expect(await send(...words)).toMatchObject({ code: 0, stderr: '' })
  expect(fixture.sink.requests.map(request => request.method)).toEqual(['GET', 'POST', 'PURGE', 'GET'])
})

test('sends headers in their order, repeated if they are given twice', async () => {
  await send(fixture.sink.url, '-H', 'X-B: 1', '-H', 'x-a:2', '--header', 'X-B:  three: 3 ', '-H', 'Empty:')
  const own = fixture.headersOf().filter(line => /^(x-|empty)/i.test(line))
  expect(own).toEqual(['X-B: 1', 'x-a: 2', 'X-B: three: 3', 'Empty: '])
})

test('prints status line and headers if requested', async () => {
  const { stdout } = await send('-i', fixture.sink.url)
  expect(stdout.toString()).toMatch(/^HTTP\/1\.1 200 OK\nContent-Type: application\/json\n(.+\n)*\n\{\}$/)
})

test('a name without a value is sent as typed, and a note says so', async () => {
  const { code, stderr } = await send(`${fixture.sink.url}/{{name}}`)
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'Note: {{name}} has no value and was sent as typed.\n',
  })
})

test.each(refusedWords)('%j is refused with 3', async (args, sentence) => {
  const { code, stdout, stderr } = await send(...args)
  expect(stderr).toContain(sentence)
  // Next steps for the page mention tabs and rows, those for the command line options.
  expect(stderr).not.toMatch(/\b(tab|row)\b/)
  expect({ code, stdout: stdout.toString() }).toEqual({ code: 3, stdout: '' })
})

test('a URL may begin with a hyphen after --', async () => {
  const { code, stderr } = await send('--', '-nowhere.invalid')
  expect(code).toBe(2)
  expect(stderr).toContain('Host -nowhere.invalid was not found.')
})

test('a failed connection exits with 2, a sentence and its code', async () => {
  const gone = await startSink()
  await gone.close()
  const { code, stdout, stderr } = await send(gone.url)
  expect({ code, stdout: stdout.toString() }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toBe(
    `parley: Nothing is listening at 127.0.0.1:${gone.port}. Is the server running? (ECONNREFUSED)\n` +
      'Start the server, or check the port in the URL.\n',
  )
})

test('an incomplete response exits with 2, and prints what arrived', async () => {
  const server = await startRawServer('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart')
  const { code, stdout, stderr } = await send(server.url)
  expect({ code, stdout: stdout.toString() }).toEqual({ code: 2, stdout: 'part' })
  expect(stderr).toContain('(INCOMPLETE_RESPONSE)')
  await server.close()
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s exits with 130 and keeps what arrived (CL4)', async signal => {
  const server = await startRawServer([
    receiveHead,
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nso far\r\n',
    connection => connection.closed,
  ])
  const path = fixture.path('file')
  const ended = run(['send', server.url, '-o', 'file'], {
    onStart: child =>
      void waitFor(() => existsSync(path) && lstatSync(path).size === 6, 'the part', {
        timeoutMs: 15_000,
      }).then(() => child.kill(signal)),
  })
  expect(await ended).toMatchObject({ code: 130, signal: null, stderr: 'What arrived is in file.\n' })
  expect(readFileSync(path, 'utf8')).toBe('so far')
  await server.close()
})

test('a closed pipe ends an endless response without a message', async () => {
  const ended = await run(['send', `${fixture.demo.baseUrl}/events?count=0&intervalMs=1`], {
    onStart: command =>
      void waitFor(() => command.stdout().length > 5, 'a part of the body').then(() => command.closeOutput()),
  })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  await waitFor(() => fixture.demo.activeCallCount() === 0, 'the call to end')
})

test.each(['--help', 'help'])('closing the pipe of %s early is no error', async word => {
  const ended = await run([word, 'send'], { onStart: command => command.closeOutput() })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
})

test('a closed pipe interrupts neither a file nor a failure message', async () => {
  const options = { onStart: (command: RunningProgram) => command.closeOutput() }
  const url = `${fixture.demo.baseUrl}/binary?bytes=5000000`
  expect(await run(['send', '-i', '-o', 'body', url], options)).toMatchObject({ code: 0, stderr: '' })
  expect(lstatSync(fixture.path('body')).size).toBe(5_000_000)
  const { code, stderr } = await run(['send', '--json-output', 'ftp://a'], options)
  expect(code).toBe(3)
  expect(stderr).toMatch(/\(UNSUPPORTED_SCHEME\)\n.+\n$/)
})

test('help lists the options and the exit codes', async () => {
  const help = await run(['--help'])
  expect(help).toMatchObject({ code: 0, stderr: '' })
  for (const code of ['0 ', '2 ', '3 ', '130']) expect(help.stdout.toString()).toContain(`\n  ${code} `)
  for (const example of ['send', 'run', 'codegen', 'serve', 'completion'])
    expect(help.stdout.toString()).toContain(`\n  parley ${example} `)
  const ofSend = (await send('--help')).stdout.toString()
  for (const option of ['--header', '--data', '--json', '--form', '--file', '--output', '--include', '--var'])
    expect(ofSend).toContain(option)
  expect(ofSend).toContain('Usage: parley send [METHOD] URL|REQUEST|curl … [options]')
  expect(await run([])).toMatchObject({ code: 0, stderr: '' })
  for (const word of ['bogus', 'http://a']) {
    const { code, stderr } = await run([word])
    expect(code).toBe(3)
    expect(stderr).toContain(
      'Send a request with parley send URL, or run a collection with parley run PATH. Run parley --help',
    )
  }
})

test('the version is that of the package', async () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  for (const option of ['--version', '-V']) {
    const { code, stdout } = await run([option])
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: `${manifest.version}\n` })
  }
})
