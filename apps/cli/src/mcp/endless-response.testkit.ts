import { startRawServer } from '@parley/testkit'
import { expect } from 'vitest'
import { request } from './api-workspace.testkit.ts'
import type { useMcpFixture } from './mcp-fixture.testkit.ts'
import { beginRaw, call, type RawAgent } from './raw-agent.testkit.ts'

/** Sends a request to a server that never ends its response, a number of times, which are all refused. */
export async function expectEndlessRefused<Started extends RawAgent>(
  fixture: ReturnType<typeof useMcpFixture>,
  start: (args: readonly string[]) => Started,
  sends: number,
): Promise<Started> {
  const server = await startRawServer(async connection => {
    await connection.receiveUntil('\r\n\r\n')
    await connection.send('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n')
    for (;;) await connection.send('x'.repeat(1_000_000))
  })
  fixture.closeLater(server)
  const args = fixture.writeApi()
  fixture.writeFile('api/shop/endless.yml', request('Endless', server.url))
  const raw = start(args)
  await beginRaw(raw)
  for (let at = 0; at < sends; at += 1) {
    const id = at + 2
    await raw.write(call(id, 'send_request', { path: 'shop/endless.yml' }))
    expect(await raw.next(one => one.id === id)).toMatchObject({
      result: { isError: true, structuredContent: { failure: { code: 'BODY_NOT_STORED' } } },
    })
  }
  return raw
}
