import { endConnection, receiveHead, startRawServer, waitFor } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { type InProcessOptions, startInProcess } from '../io/run-in-process.testkit.ts'
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
    ['over a body on the same terminal', [], {}, 'halfhalf'],
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
    expect(run.stdout()).toBe(words.length === 0 ? 'halfhalf' : '')
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

/** Returns a promise and a function that resolves it. */
function gate(): readonly [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  return [promise, resolve]
}
