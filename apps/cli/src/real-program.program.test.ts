import { closeSync, existsSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { holdOpen, receiveHead, startRawServer, waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { useRunFixture } from './run/run-fixture.testkit.ts'
import { type RunOptions, runProgram } from './run-program.testkit.ts'

/** What only a process has: all else about commands is tested in the process of the tests. */
const fixture = useRunFixture()
const run = (args: readonly string[], options: RunOptions = {}) =>
  runProgram(args, { cwd: fixture.path('.'), ...options })

test('bytes pass from a pipe to the server, and from the server to a pipe', async () => {
  const bytes = Buffer.from('a\r\n\u0000é')
  const ended = await run(['send', `${fixture.sink.url}/{{name}}`, '-d', '@-'], { stdin: bytes })
  expect(fixture.sink.requests[0]?.content).toEqual(bytes)
  expect(ended).toEqual({
    code: 0,
    signal: null,
    stdout: Buffer.from('{}'),
    stderr: 'Note: {{name}} has no value and was sent as typed.\n',
  })
})

test('words that are refused exit with 3', async () => {
  const { code, stdout, stderr } = await run(['send', 'ftp://a'])
  expect([code, stdout.toString()]).toEqual([3, ''])
  expect(stderr).toMatch(/^parley: Requests are sent over http or https.*\(UNSUPPORTED_SCHEME\)\n.+\n$/)
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends a send with 130 and keeps what arrived (CL4)',
  async signal => {
    const server = await startRawServer([
      receiveHead,
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nso far\r\n',
      holdOpen,
    ])
    const path = fixture.path('file')
    const ended = run(['send', server.url, '-o', 'file'], {
      onStart: program =>
        void waitFor(() => existsSync(path) && lstatSync(path).size === 6, 'the part').then(() =>
          program.kill(signal),
        ),
    })
    expect(await ended).toMatchObject({ code: 130, signal: null, stderr: 'What arrived is in file.\n' })
    expect(readFileSync(path, 'utf8')).toBe('so far')
    await server.close()
  },
)

test.skipIf(process.platform === 'win32')(
  'a closed terminal ends a run with 130, and its report is whole',
  async () => {
    const server = await startRawServer([receiveHead, holdOpen])
    fixture.postman([
      { name: 'A', url: fixture.sink.url },
      { name: 'B', url: server.url },
    ])
    const { code, signal } = await run(['run', 'c.json', '-r', 'json=r.json'], {
      onStart: program => void server.waitForConnection(0).then(() => program.kill('SIGHUP')),
    })
    await server.close()
    expect({ code, signal }).toEqual({ code: 130, signal: null })
    expect(JSON.parse(fixture.read('r.json')).summary).toMatchObject({
      state: 'cancelled',
      requests: { total: 2, untested: 1, cancelled: 1 },
    })
  },
)

test('a closed pipe ends an endless response without a message', async () => {
  const ended = await run(['send', `${fixture.demo.baseUrl}/events?count=0&intervalMs=1`], {
    onStart: program =>
      void waitFor(() => program.stdout().length > 5, 'a part of the body').then(() => program.closeOutput()),
  })
  expect(ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  await waitFor(() => fixture.demo.activeCallCount() === 0, 'the call to end')
})

test('closing the pipe of --help early is no error', async () => {
  const ended = await run(['--help'], { onStart: program => program.closeOutput() })
  expect(ended).toMatchObject({ code: 0, signal: null, stderr: '' })
})

test.skipIf(!existsSync('/dev/full'))('a full disk exits with 2 and a sentence', async () => {
  const full = openSync('/dev/full', 'w')
  const { code, stderr } = await run(['send', fixture.sink.url], { stdout: full })
  closeSync(full)
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'parley: Standard output cannot be written. (ENOSPC)\n' +
      'Free some space on the disk, or write to another place with --output.\n',
  })
})
