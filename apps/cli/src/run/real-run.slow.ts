import { execFileSync } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { holdOpen, receiveHead, startRawServer } from '@parley/testkit'
import { expect, test } from 'vitest'
import type { EndingSignal } from '../io/io.ts'
import { runProgram } from '../run-program.testkit.ts'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const { path, postman } = fixture

test('a report is written to a pipe, and does not replace it', async () => {
  postman([{ name: 'A', url: fixture.sink.url }])
  execFileSync('mkfifo', [path('pipe')])
  const reader = readFile(path('pipe'), 'utf8')
  const args = ['run', 'c.json', '-r', 'json=pipe', '-r', 'tap=/dev/stdout']
  const { code, stdout } = await runProgram(args, { cwd: path('.') })
  expect([code, stdout.toString()]).toEqual([0, 'TAP version 14\nok 1 - C / A\n1..1\n'])
  expect(JSON.parse(await reader).summary.requests.total).toBe(1)
  expect(lstatSync(path('pipe')).isFIFO()).toBe(true)
})

test.each<EndingSignal>(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s ends a run with 130', async signal => {
  const server = await startRawServer([receiveHead, holdOpen])
  postman([{ name: 'A', url: server.url }])
  const ended = await runProgram(['run', 'c.json', '-r', 'json=r.json'], {
    cwd: path('.'),
    onStart: program => void server.waitForConnection(0).then(() => program.kill(signal)),
  })
  expect(ended).toMatchObject({ code: 130, signal: null })
  expect(JSON.parse(fixture.read('r.json')).summary.state).toBe('cancelled')
  await server.close()
})
