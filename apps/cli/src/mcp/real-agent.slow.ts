import { startRawServer } from '@parley/testkit'
import { expect, test } from 'vitest'
import { openInput, startProgram } from '../run-program.testkit.ts'
import { request } from './api-workspace.testkit.ts'
import { allClientKinds, useMcpFixture } from './mcp-fixture.testkit.ts'
import { beginRaw, call, rawAgent } from './raw-agent.testkit.ts'
import { connectToProgram } from './real-agent.testkit.ts'

const fixture = useMcpFixture()

async function begun(args: readonly string[]) {
  const options = { cwd: fixture.path('.'), env: fixture.env(), stdin: openInput }
  const raw = rawAgent(startProgram(['mcp', ...args], options))
  fixture.closeLater(raw)
  return beginRaw(raw)
}

test.each(allClientKinds)('the official client %s starts the program', async kind => {
  const agent = await connectToProgram(fixture, fixture.writeApi(), kind)
  const sent = await agent.call('send_request', { path: 'shop/list.yml' })
  expect(sent).toMatchObject({ isError: false, data: { status: 200 } })
})

test.each(['end of input', 'a closed output', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a send that is not answered is cancelled by %s',
  async way => {
    const server = await startRawServer(connection => connection.closed)
    fixture.closeLater(server)
    const args = fixture.writeApi()
    fixture.writeFile('api/shop/slow.yml', request('Slow', `${server.url}/`))
    const raw = await begun(args)
    await raw.write(call(2, 'send_request', { path: 'shop/slow.yml' }))
    await server.waitForConnection(0)
    if (way === 'end of input') raw.endInput()
    else if (way === 'a closed output') {
      raw.closeOutput()
      await raw.write(call(3, 'list_requests', {}))
    } else raw.signal(way)
    expect(await raw.exited).toBe(way.startsWith('SIG') ? 130 : 0)
  },
)

test('an agent that closes standard error is served further', async () => {
  const raw = await begun(fixture.writeApi())
  raw.closeErrorOutput()
  for (const id of [2, 3]) {
    await raw.write(call(id, 'send_request', { path: 'shop/list.yml' }))
    expect(await raw.next(one => one.id === id)).toMatchObject({ result: { isError: false } })
  }
})
