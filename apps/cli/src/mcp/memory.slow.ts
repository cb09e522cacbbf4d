import { readFileSync } from 'node:fs'
import { startRawServer } from '@parley/testkit'
import { expect, test } from 'vitest'
import { openInput, startProgram } from '../run-program.testkit.ts'
import { request } from './api-workspace.testkit.ts'
import { testLongBodies } from './long-bodies.testkit.ts'
import { useMcpFixture } from './mcp-fixture.testkit.ts'
import { beginRaw, call, rawAgent } from './raw-agent.testkit.ts'

const fixture = useMcpFixture()

test('a response that never ends is refused after 64 MB, and its memory is free again', async () => {
  const server = await startRawServer(async connection => {
    await connection.receiveUntil('\r\n\r\n')
    await connection.send('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n')
    for (;;) await connection.send('x'.repeat(1_000_000))
  })
  fixture.closeLater(server)
  const args = fixture.writeApi()
  fixture.writeFile('api/shop/endless.yml', request('Endless', server.url))
  const options = { cwd: fixture.path('.'), env: fixture.env(), stdin: openInput }
  const program = startProgram(['mcp', ...args], options)
  const raw = await beginRaw(rawAgent(program))
  fixture.closeLater(raw)
  for (let id = 2; id < 6; id += 1) {
    await raw.write(call(id, 'send_request', { path: 'shop/endless.yml' }))
    expect(await raw.next(one => one.id === id)).toMatchObject({
      result: { isError: true, structuredContent: { failure: { code: 'BODY_NOT_STORED' } } },
    })
  }
  const status = readFileSync(`/proc/${program.processId}/status`, 'utf8')
  expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024).toBeLessThan(500)
})

testLongBodies(fixture, { from: 2, to: 32 })
