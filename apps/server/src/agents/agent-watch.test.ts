import { randomUUID } from 'node:crypto'
import type { AgentReport } from '@parley/model/schema'
import { waitFor } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { useSharedServer } from '../shared-server.testkit.ts'
import { startTestServer } from '../start-test-server.testkit.ts'
import { watchWindow } from '../watch-window.testkit.ts'
import { AgentWatch } from './agent-watch.ts'

const callsFrom = (first: number, count: number): AgentReport['calls'] =>
  Array.from({ length: count }, (_, at) => ({
    number: first + at,
    atMs: 1000 + first + at,
    tool: 'send_request',
    subject: 'shop/list.yml',
    outcome: '200, 3 ms',
    isError: false,
  }))

function reportOf(
  change: Partial<AgentReport> = {},
  server: Partial<AgentReport['server']> = {},
): AgentReport {
  return {
    server: {
      serverId: randomUUID(),
      processId: process.pid,
      startedAtMs: 1,
      workspaces: [{ name: 'Api', folder: '/api', collections: ['Shop'], requests: 3 }],
      environment: null,
      access: 'send',
      way: 'stdio',
      ...server,
    },
    calls: [],
    hasEnded: false,
    ...change,
  }
}

test('a report is shown, notifies each window, and adds no call twice', async () => {
  const running = await startTestServer()
  const window = await watchWindow(running.client)
  const { agents } = running.client
  const report = reportOf({ calls: callsFrom(1, 2) })
  await agents.report(report)
  await waitFor(() => window.events.some(({ type }) => type === 'agents'), 'the event')
  await agents.report({ ...report, calls: callsFrom(2, 2) })
  const { servers, calls, program } = await agents.read()
  expect(servers).toEqual([report.server])
  expect(calls.map(({ number }) => number)).toEqual([3, 2, 1])
  expect(calls[0]?.serverId).toBe(report.server.serverId)
  expect(program.at(-1)).toMatch(/parley/)
  await agents.report({ ...report, calls: [], hasEnded: true })
  expect(await agents.read()).toMatchObject({ servers: [], calls: { length: 3 } })
  await window.close()
  await running.close()
})

test('the last 100 calls of all servers are kept, the newest first', async () => {
  const running = await startTestServer()
  const { agents } = running.client
  await agents.report(reportOf({ calls: callsFrom(1, 60) }))
  await agents.report(reportOf({ calls: callsFrom(31, 60) }))
  const { calls } = await agents.read()
  expect(calls).toHaveLength(100)
  expect(calls.map(({ atMs }) => atMs)).toEqual(calls.map(({ atMs }) => atMs).toSorted((a, b) => b - a))
  await running.close()
})

test('a server that was killed is not shown', async () => {
  let isAlive = true
  const watch = new AgentWatch({
    program: async () => ['parley'],
    isRunning: () => isAlive,
    notify: () => {},
  })
  watch.report(reportOf({}))
  expect((await watch.overview()).servers).toHaveLength(1)
  isAlive = false
  expect((await watch.overview()).servers).toEqual([])
})

test('servers without end are forgotten, the oldest first', async () => {
  const watch = new AgentWatch({ program: async () => ['parley'], isRunning: () => true, notify: () => {} })
  for (let at = 0; at < 1100; at += 1) watch.report(reportOf({}, { startedAtMs: at }))
  expect((await watch.overview()).servers).toHaveLength(1000)
  expect((await watch.overview()).servers[0]?.startedAtMs).toBe(100)
})

describe('what is no report', () => {
  const running = useSharedServer()

  test.each<readonly [string, Partial<AgentReport>]>([
    ['a long text', { calls: [{ ...callsFrom(1, 1)[0], subject: 'x'.repeat(1001) } as never] }],
    ['too many calls', { calls: callsFrom(1, 101) }],
    ['an unknown member', { secret: 1 } as never],
  ])('a report with %s is refused', async (_, change) => {
    await expect(running.client.agents.report(reportOf(change))).rejects.toMatchObject({ status: 400 })
    expect((await running.client.agents.read()).servers).toEqual([])
  })
})
