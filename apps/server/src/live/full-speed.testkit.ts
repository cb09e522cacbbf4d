import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { hasEnded, repeated, serve, type useStreamFixture } from './stream-fixture.testkit.ts'

/** Tests a stream of large events that is stopped after so many. */
export function testFullSpeed(fixture: ReturnType<typeof useStreamFixture>, events: number): void {
  test('a stream without an end at full speed is stopped at once, and what came stays (EV1, HT3)', async () => {
    const piece = `data: ${'z'.repeat(60_000)}\n\n`
    const server = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      Readable.from(repeated(piece, Number.POSITIVE_INFINITY)).pipe(response)
    })
    const sessionId = await fixture.send(server.url)
    await fixture.rowsWhen(sessionId, ({ counts }) => counts.received > events)
    expect(await fixture.client.live.cancel({ sessionId })).toEqual({ wasRunning: true })
    const stopped = await fixture.rowsWhen(sessionId, hasEnded)
    expect(stopped.state).toEqual({ state: 'ended', by: 'stopped' })
    expect(stopped.counts.received).toBeGreaterThan(events)
    server.close()
    await fixture.client.sends.release({ sendId: sessionId })
  }, 60_000)
}
