import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { type AgentServer, agentReportSchema } from '@parley/model/schema'
import { type RecordedRequest, type Sink, startRawServer, startSink, waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { canary } from '../api-workspace.testkit.ts'
import { useMcpFixture } from '../mcp-fixture.testkit.ts'
import { AppReports } from './app-reports.ts'

const fixture = useMcpFixture()
let app: Sink

beforeEach(async () => {
  app = await startSink()
  mkdirSync(fixture.path('home'), { recursive: true })
})
afterEach(() => app.close())

/** Writes what a running app writes beside its lock. */
function publish(url: string): void {
  const instance = { processId: process.pid, address: `${url}/#token=t0ken` }
  fixture.writeFile('home/instance.json', instance)
}

const reportOf = ({ content }: RecordedRequest) =>
  agentReportSchema.parse(JSON.parse(Buffer.from(content).toString('utf8')).json)
const reports = ({ requests }: Sink) =>
  requests.filter(({ url }) => url === '/rpc/agents/report').map(reportOf)
const callsOf = (sink: Sink) => reports(sink).flatMap(({ calls }) => calls)

test('the running app gets what is exposed, each call once, and the end', async () => {
  publish(app.url)
  const agent = await fixture.connect(fixture.writeApi())
  await app.waitForRequests(1)
  const [begun] = reports(app)
  expect(app.requests[0]).toMatchObject({ method: 'POST', url: '/rpc/agents/report' })
  expect(app.requests[0]?.headers).toContainEqual({ name: 'parley-token', value: 't0ken' })
  expect(begun).toMatchObject({
    server: {
      workspaces: [{ name: 'Api', folder: fixture.path('api'), collections: ['Shop'], requests: 6 }],
      environment: 'Staging',
      access: 'send',
      way: 'stdio',
    },
    calls: [],
    hasEnded: false,
  })
  await agent.call('send_request', { path: 'shop/list.yml' })
  await agent.call('send_request', { path: '../secret.txt' })
  await agent.call('list_requests', { search: canary })
  await waitFor(() => callsOf(app).length === 3, 'the calls')
  const sent = expect.stringMatching(/^200, \d+ ms$/)
  expect(callsOf(app)).toMatchObject([
    { number: 1, tool: 'send_request', subject: 'shop/list.yml', outcome: sent, isError: false },
    { number: 2, tool: 'send_request', subject: '../secret.txt', outcome: 'NOT_FOUND', isError: true },
    { number: 3, tool: 'list_requests', subject: '“{{token}}”' },
  ])
  await agent.close()
  await waitFor(() => reports(app).at(-1)?.hasEnded === true, 'the end')
  expect(callsOf(app)).toHaveLength(3)
  expect(JSON.stringify(app.requests)).not.toContain(canary)
})

test('an app that starts later gets the last calls, and one that starts again gets them again', async () => {
  const agent = await fixture.connect(fixture.writeApi())
  for (let at = 0; at < 103; at += 1) await agent.call('list_requests', { search: `${at}` })
  publish(app.url)
  await waitFor(() => callsOf(app).length === 100, 'the last calls')
  expect(callsOf(app).map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, at) => at + 4))
  const second = await startSink()
  fixture.closeLater(second)
  publish(second.url)
  await agent.call('list_requests', { search: 'again' })
  await waitFor(() => callsOf(second).length === 100, 'the last calls')
  expect(callsOf(second).at(-1)).toMatchObject({ number: 104, subject: '“again”' })
  expect(reports(second)[0]?.server.serverId).toBe(reports(app)[0]?.server.serverId)
})

test.each([
  ['hangs (MC1)', async () => (await startRawServer(connection => connection.closed)).url],
  ['is gone (MC1)', async () => 'http://127.0.0.1:1'],
  ['is at another host', async () => 'http://evil.test:80'],
])('an app that %s delays and fails no call', async (_, addressOf) => {
  publish(await addressOf())
  const agent = await fixture.connect(fixture.writeApi())
  for (let at = 0; at < 5; at += 1)
    expect(await agent.call('list_requests')).toMatchObject({ isError: false })
  expect(agent.stderr().match(/list_requests: /g)).toHaveLength(5)
})

test.each(['', '{', '[]', '{"processId":1}', '{"processId":1,"address":7}', '\u0000'])(
  'an instance file with %j reports nothing and fails nothing',
  async content => {
    fixture.writeFile('home/instance.json', content)
    const agent = await fixture.connect(fixture.writeApi())
    expect(await agent.call('list_requests')).toMatchObject({ isError: false })
    expect(readFileSync(fixture.path('home/instance.json'), 'utf8')).toBe(content)
    rmSync(fixture.path('home/instance.json'))
  },
)

test('while an app takes its time, one report waits, with all calls until then (MC1)', async () => {
  publish('http://127.0.0.1:1')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const described = Promise.withResolvers<AgentServer>()
  const describeServer = vi.fn(() => described.promise)
  const watched = new AppReports(describeServer, fixture.env())
  for (let at = 0; at < 300; at += 1) {
    watched.add({ at, tool: 'list_requests', subject: '', outcome: 'listed', isError: false })
    vi.advanceTimersByTime(200)
  }
  vi.useRealTimers()
  await waitFor(() => describeServer.mock.calls.length === 1, 'the first report')
  described.reject(new Error('There is no such folder'))
  await watched.close()
  // The one under way, the one that waited, and the end.
  expect(describeServer.mock.calls.length).toBeLessThanOrEqual(3)
})
