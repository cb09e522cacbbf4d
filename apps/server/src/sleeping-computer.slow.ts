import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { defaultStreamSettings, newHttpRequest } from '@parley/model'
import { startStreamServer, waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectionOf, expectOk, runEnd, runIn, startRun, tested } from './runs/run-fixture.testkit.ts'
import { createTestClient } from './start-test-server.testkit.ts'
import { type StartedProgram, StartedPrograms } from './started-programs.testkit.ts'
import { watchWindow } from './watch-window.testkit.ts'

const sleepMs = 3000

let programs: StartedPrograms
beforeEach(() => {
  programs = new StartedPrograms()
})
afterEach(() => programs.close())

/** Stops a process and lets it go on, as a computer does that sleeps. */
async function sleepWith({ child }: StartedProgram, meanwhile: () => void = () => {}): Promise<void> {
  child.kill('SIGSTOP')
  meanwhile()
  await wait(sleepMs)
  child.kill('SIGCONT')
}

test('a stream, a run and a kept connection go on after a sleep, and lose nothing (ST16)', async () => {
  const streams: ServerResponse[] = []
  const sockets = new Set<unknown>()
  const server = await startStreamServer((request, response) => {
    if (request.url === '/stream') {
      streams.push(response.writeHead(200, { 'content-type': 'text/event-stream' }))
      response.write('data: 0\n\n')
      return
    }
    sockets.add(request.socket)
    setTimeout(() => response.end('ok'), 20)
  })
  const program = programs.start(['--no-open', '--no-demo'])
  const client = createTestClient(await programs.addressOf(program))
  const window = await watchWindow(client)
  const { windowId } = window
  const sessionId = randomUUID()
  const request = newHttpRequest({ url: server.url, stream: defaultStreamSettings })
  await client.sends.start({ windowId, sendId: sessionId, requestId: 'r1', parentId: null, request })
  const plain = server.url.replace('/stream', '/plain')
  const requests = Array.from({ length: 5 }, (_, at) => tested(`R${at}`, plain, expectOk))
  const runId = await startRun(client, window, await collectionOf(client, 'Runs', requests), {
    options: { iterations: 20 },
  })
  await waitFor(() => (runIn(window, runId)?.totalRows ?? 0) > 5, 'the run to be under way')
  await waitFor(() => streams.length === 1, 'the stream')
  await sleepWith(program, () => {
    for (let event = 1; event <= 1000; event += 1) streams[0]?.write(`data: ${event}\n\n`)
  })
  expect(await runEnd(window, runId)).toMatchObject({
    state: 'ended',
    totalRows: 100,
    summary: { counts: { passed: 100, failed: 0 } },
  })
  streams[0]?.end()
  const numbersFrom = async (from: number) => {
    const { rows } = await client.live.rows({ sessionId, from, count: 1000 })
    return rows.map(({ preview }) => preview).filter(preview => /^\d+$/.test(preview))
  }
  const events = await waitFor(async () => {
    const found = [...(await numbersFrom(0)), ...(await numbersFrom(1000))]
    return found.length >= 1001 ? found : null
  }, 'all events')
  expect(events).toEqual(Array.from({ length: 1001 }, (_, event) => `${event}`))
  expect(sockets.size).toBeLessThan(5)
  await window.close()
  server.close()
})

test('while the first server sleeps, a second start says so and changes nothing (ST16)', async () => {
  const first = programs.start(['--no-open', '--no-demo'])
  const { origin, token } = await programs.addressOf(first)
  first.child.kill('SIGSTOP')
  const second = programs.start(['--no-open', '--no-demo'])
  const { code } = await second.ended
  expect(code).not.toBe(0)
  expect(second.errors()).toMatch(/not respond|already running/)
  first.child.kill('SIGCONT')
  const client = createTestClient({ origin, token })
  expect((await client.library.readTree()).collections).toHaveLength(1)
})

test('of five servers that start at once on one app data, one serves and the others find it (ST11)', async () => {
  const started = Array.from({ length: 5 }, () => programs.start(['--no-open', '--no-demo']))
  await waitFor(
    () => started.filter(one => one.child.exitCode !== null).length === 4,
    () => started.map(one => `${one.child.exitCode}: ${one.output()}${one.errors()}`).join('\n'),
    { timeoutMs: 120_000 },
  )
  const [serving] = started.filter(one => one.child.exitCode === null)
  const others = started.filter(one => one !== serving)
  if (serving === undefined) throw new Error('None serves.')
  const { origin } = await programs.addressOf(serving)
  for (const one of others) {
    expect([one.child.exitCode, one.errors()]).toEqual([
      0,
      '--no-demo had no effect. End the running Parley first.\n',
    ])
    expect(one.output()).toContain(origin)
  }
})
