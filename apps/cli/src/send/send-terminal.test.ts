import { endConnection, receiveHead, startRawServer, waitFor } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { MemoryOutput } from '../io/memory-streams.testkit.ts'
import { type InProcessOptions, startInProcess } from '../io/run-in-process.testkit.ts'
import { StandardOutput } from '../io/standard-output.ts'
import { useSendFixture } from './send-fixture.testkit.ts'

const fixture = useSendFixture()

describe('parley send on a terminal', () => {
  const send = (words: readonly string[], options: InProcessOptions = {}) =>
    startInProcess(['send', ...words], {
      cwd: fixture.folder,
      terminal: ['stdin', 'stdout', 'stderr'],
      ...options,
    })
  /** Standard output goes elsewhere. */
  const toFile = { terminal: ['stdin', 'stderr'], isFile: true } as const
  const toPipe = { terminal: ['stdin', 'stderr'] } as const
  /** The progress line appears only after one second. */
  const patient = { timeoutMs: 15_000 }

  test('shows no control characters (CL1)', async () => {
    const server = await startRawServer([
      receiveHead,
      'HTTP/1.1 200 OK\r\nX: \x9b2J\r\n\r\n\x1b]52;c;eA==\x07 a\r',
      '\nb\rc',
      endConnection,
    ])
    for (const option of ['--include', '--json-output']) {
      const run = send([server.url, option, '--timing'])
      await run.ended
      if (option === '--include') expect(run.shown()).toContain('\\x1b]52;c;eA==\\x07 a\r\n')
      if (option === '--include') expect(run.shown()).toContain('b\\x0dc')
      else expect(run.shown()).toContain('"text": "\\u001b]52;c;eA==\\u0007 a\\r\\nb\\rc"')
      expect(run.shown()).toContain('Total')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not be in the output.
      expect(run.shown()).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/)
    }
    await server.close()
  })

  test('shows no control characters of a redirect and of what was typed (CL1)', async () => {
    const server = await startRawServer('HTTP/1.1 302 Found\r\nLocation: ftp:\x9b2J\r\n\r\n')
    for (const words of [
      [server.url],
      ['--var', '\x1b[2J', server.url],
      ['--http', '\x1b[2J', server.url],
      ['--timing', `${fixture.sink.url}/{{\x1b[2J}}`],
    ]) {
      const run = send(words)
      await run.ended
      expect(run.shown()).toMatch(/\\x9b2J|\\x1b\[2J/)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not be in the output.
      expect(run.shown().replace(/\x1b\[\d*m/g, '')).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/)
    }
    await server.close()
  })

  test('--pager shows the body in the pager, formatted, and says where there is none', async () => {
    const body = new MemoryOutput({ isTTY: true, columns: 80 }, () => {})
    const ended = Promise.withResolvers<void>()
    const pager = {
      stdout: new StandardOutput(body, {}, () => false),
      async close() {
        ended.resolve()
      },
    }
    const run = send(['--pager', '-i', fixture.sink.url], { pager })
    expect(await run.ended).toMatchObject({ code: 0 })
    await ended.promise
    expect(run.shown()).toBe('')
    expect(body.content.toString()).toMatch(/^HTTP\/1\.1 200 OK\n[^{]*\{\}\n$/)
    const without = send(['--pager', fixture.sink.url])
    await without.ended
    expect(without.shown()).toMatch(/There is no pager\. Set PAGER [^\n]+\n\{\}\n$/)
    // Where standard output is no terminal, nobody could page.
    const piped = send(['--pager', fixture.sink.url], { ...toPipe, pager })
    await piped.ended
    expect(piped.stdout()).toBe('{}')
  })

  test('shows the progress of a long send in one line, and erases it', async () => {
    const [mayAnswer, answer] = gate()
    const [mayEnd, end] = gate()
    const server = await startRawServer([
      receiveHead,
      () => mayAnswer,
      'HTTP/1.1 200 OK\r\nContent-Length: 2048\r\n\r\n',
      'x'.repeat(1024),
      () => mayEnd,
      'x'.repeat(1024),
      endConnection,
    ])
    const run = send([server.url], toFile)
    await waitFor(() => run.shown().includes('Waiting for the response · 1.'), 'the first line', patient)
    answer()
    await waitFor(() => run.shown().includes('\rReceived 1.0 KB of 2.0 KB'), 'the progress', patient)
    end()
    expect((await run.ended).code).toBe(0)
    const lines = run.shown().split('\x1b[K')
    for (const line of lines.slice(0, -2)) expect(line).toMatch(/^\r(Waiting|Received)[^\r\n]+$/)
    expect(lines.slice(-2)).toEqual(['\r', ''])
    expect(run.stdout()).toHaveLength(2048)
    await server.close()
  })

  test.each([
    ['where it is asked to be quiet', ['-q', '-o', 'body'], {}, ''],
    ['over a body on the same terminal', [], {}, 'halfhalf\n'],
    ['over a body that may come to the same terminal', [], toPipe, ''],
  ])('shows no progress %s', async (_, words, options, shown) => {
    const [mayEnd, end] = gate()
    const half = 'HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf'
    const server = await startRawServer([receiveHead, half, () => mayEnd, 'half', endConnection])
    const run = send([server.url, ...words], options)
    await server.waitForConnection(0)
    // A send that started later already shows its progress.
    const later = send([server.url], toFile)
    await waitFor(() => later.shown().includes('Received'), 'the progress of the other', patient)
    end()
    expect([(await run.ended).code, (await later.ended).code]).toEqual([0, 0])
    expect(run.shown()).toBe(shown)
    expect(run.stdout()).toBe(words.length > 0 ? '' : options === toPipe ? 'halfhalf' : 'halfhalf\n')
    await server.close()
  })

  test('Ctrl+C ends an endless body with 130, and what arrived stays', async () => {
    const run = send([`${fixture.demo.baseUrl}/events?count=0&intervalMs=1`])
    await waitFor(() => run.shown().length > 100, 'a part of the body', patient)
    run.kill('SIGINT')
    expect((await run.ended).code).toBe(130)
    expect(run.shown()).toMatch(/^: /)
    await waitFor(() => fixture.demo.activeCallCount() === 0, 'the call to end')
  })

  test('a terminal that cannot move its cursor shows no progress, and NO_COLOR no colours', async () => {
    const [mayEnd, end] = gate()
    const server = await startRawServer([receiveHead, () => mayEnd, 'HTTP/1.1 204 No Content\r\n\r\n'])
    const dumb = send([server.url], { env: { TERM: 'dumb' } })
    const later = send([server.url])
    await waitFor(() => later.shown().includes('Waiting'), 'the progress of the other', patient)
    end()
    await Promise.all([dumb.ended, later.ended])
    expect(dumb.shown()).toBe('')
    await server.close()
    const refused = async (env: Readonly<Record<string, string>>) =>
      (await send(['ftp://a'], { env }).ended).stderr
    expect(await refused({})).toContain('\x1b[31mparley:\x1b[39m ')
    expect(await refused({ NO_COLOR: '1' })).toContain('parley: ')
    expect(await refused({ NO_COLOR: '1' })).not.toContain('\x1b')
  })
})

describe('the body on a terminal', () => {
  /** Sends to a server that answers with a type and a body, and returns what the terminal shows and what a pipe gets. */
  async function shownAndPiped(
    type: string,
    body: string | Uint8Array,
    words: readonly string[] = [],
    env = {},
  ) {
    const content = Buffer.from(body)
    const head = `HTTP/1.1 200 OK\r\n${type === '' ? '' : `Content-Type: ${type}\r\n`}Content-Length: ${content.byteLength}\r\n\r\n`
    const server = await startRawServer(Buffer.concat([Buffer.from(head), content]))
    const options = { cwd: fixture.folder, env }
    const shown = startInProcess(['send', server.url, ...words], {
      ...options,
      terminal: ['stdout', 'stderr'],
    })
    const { code, stderr } = await shown.ended
    const piped = await startInProcess(['send', server.url, ...words], options).ended
    await server.close()
    expect(piped.stdout.equals(content)).toBe(true)
    return { shown: shown.stdout(), code, stderr }
  }
  const plain = { NO_COLOR: '1' }

  const formatted: Readonly<Record<string, readonly [type: string, body: string, shown: string]>> = {
    'JSON with its digits and order': [
      'application/json',
      '{"b":1.10,"a":[12345678901234567890,true,null],"b":"\\u00e9"}',
      '{\n  "b": 1.10,\n  "a": [\n    12345678901234567890,\n    true,\n    null\n  ],\n  "b": "\\u00e9"\n}\n',
    ],
    'a type of JSON': ['application/problem+json; charset=utf-8', '{"a":1}', '{\n  "a": 1\n}\n'],
    XML: ['application/xml', '<a><b>1</b></a>', '<a>\n  <b>1</b>\n</a>\n'],
    HTML: ['text/html', '<p><i>x</i></p>\n', '<p>\n  <i>x</i>\n</p>\n'],
    'what is no JSON, as it is': ['application/json', '{"a":1', '{"a":1\n'],
    'no XML, as it is': ['text/xml', '<a><b></a>', '<a><b></a>\n'],
    'text, with a line end': ['text/plain', 'a\nb', 'a\nb\n'],
    'text that has one': ['text/plain', 'a\n', 'a\n'],
    'JSON without a type': ['', '{"a":1}', '{\n  "a": 1\n}\n'],
    'text without a type': ['', 'a', 'a\n'],
    'plain text that may be lines of JSON': ['text/plain', '{"a":1}', '{"a":1}\n'],
    'lines of JSON, as they arrive': ['application/x-ndjson', '{"a":1}\n{"a":2}\n', '{"a":1}\n{"a":2}\n'],
    'control characters in JSON': [
      'application/json',
      '{"a\x1b[2J":"\x9b1"}',
      '{\n  "a\\x1b[2J": "\\x9b1"\n}\n',
    ],
    nothing: ['application/json', '', ''],
  }
  test.each(Object.entries(formatted))('shows %s', async (_, [type, body, shown]) => {
    expect(await shownAndPiped(type, body, [], plain)).toEqual({ shown, code: 0, stderr: '' })
  })

  test('is read in the charset that it names', async () => {
    const body = Buffer.from('{"a":"é"}', 'latin1')
    const { shown } = await shownAndPiped('application/json; charset="iso-8859-1"', body, [], plain)
    expect(shown).toBe('{\n  "a": "é"\n}\n')
  })

  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xff])
  test.each([
    ['image/png', 'The body is image/png, 12 B,'],
    ['text/plain', 'The body is text/plain, 12 B,'],
    ['', 'The body is no text, 12 B,'],
  ])('is described where it is no text, of type "%s"', async (type, sentence) => {
    const { shown, code, stderr } = await shownAndPiped(type, png)
    expect({ shown, code }).toEqual({ shown: '', code: 0 })
    expect(stderr).toContain(sentence)
    expect(stderr).toContain('-o FILE')
  })

  test('is printed as it arrives with --raw', async () => {
    expect((await shownAndPiped('application/json', '{"a":1}', ['--raw'])).shown).toBe('{"a":1}')
    expect((await shownAndPiped('image/png', png, ['--raw'])).shown).toContain('PNG')
  })

  test('has colours, unless the environment says otherwise', async () => {
    const colored = async (env: Readonly<Record<string, string>>) =>
      (await shownAndPiped('application/json', '{"a":"b"}', [], env)).shown.includes('\x1b[')
    const json = (await shownAndPiped('application/json', '{"a":["b",1,null]}', [])).shown
    expect(json).toBe(
      '{\n  \x1b[34m"a"\x1b[39m: [\n    \x1b[32m"b"\x1b[39m,\n    \x1b[36m1\x1b[39m,\n    \x1b[35mnull\x1b[39m\n  ]\n}\n',
    )
    const xml = (await shownAndPiped('text/xml', '<!-- > --><a>1</a>', [])).shown
    expect(xml).toBe('\x1b[2m<!-- > -->\x1b[22m\n\x1b[34m<a>\x1b[39m1\x1b[34m</a>\x1b[39m\n')
    for (const [env, expected] of [
      [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false],
      [{ FORCE_COLOR: '0' }, false],
      [{ CLICOLOR: '0' }, false],
      [{ CLICOLOR: '0', CLICOLOR_FORCE: '1' }, true],
      [{ TERM: 'dumb' }, false],
      [{ TERM: 'dumb', FORCE_COLOR: '1' }, true],
    ] as const)
      expect([env, await colored(env)]).toEqual([env, expected])
  })

  test('is shown as it arrives where it is very long', async () => {
    const body = `[${'1,'.repeat(2_200_000)}1]`
    const { shown } = await shownAndPiped('application/json', body, [], plain)
    expect(shown === `${body}\n`).toBe(true)
  })

  test('what arrived of it is shown when it is cut off, and a table never shares its last line', async () => {
    const server = await startRawServer([
      receiveHead,
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a":',
      endConnection,
    ])
    const run = startInProcess(['send', server.url, '--timing'], {
      cwd: fixture.folder,
      terminal: ['stdout', 'stderr'],
      env: plain,
    })
    expect((await run.ended).code).toBe(2)
    expect(run.shown()).toMatch(/^\{"a":\nparley: /)
    await server.close()
  })
})

/** Returns a promise and a function that resolves it. */
function gate(): readonly [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  return [promise, resolve]
}
