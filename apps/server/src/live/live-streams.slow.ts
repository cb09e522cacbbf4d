import { Readable } from 'node:stream'
import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { testFullSpeed } from './full-speed.testkit.ts'
import { testLongLine } from './long-line.testkit.ts'
import { hasEnded, previews, repeated, serve, useStreamFixture } from './stream-fixture.testkit.ts'

const fixture = useStreamFixture()

testLongLine(fixture, 100)
testFullSpeed(fixture, 1000)

test('of 2 GB the newest events are listed', { timeout: 600_000 }, async () => {
  const piece = `data: ${'z'.repeat(1_000_000)}\n\n`
  const server = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    Readable.from(repeated(piece, 2200, 'data: last\n\n')).pipe(response)
  })
  const sessionId = await fixture.send(server.url)
  const all = await waitFor(
    async () => {
      const rows = await fixture.client.live.rows({ sessionId, from: 2200, count: 10 }).catch(() => null)
      return rows !== null && hasEnded(rows) ? rows : null
    },
    'the end',
    { timeoutMs: 300_000 },
  )
  expect(all.counts.received).toBe(2201)
  expect(all.counts.dropped).toBeGreaterThan(0)
  expect(previews(all)).toEqual(['last'])
  server.close()
  await fixture.client.sends.release({ sendId: sessionId })
})
