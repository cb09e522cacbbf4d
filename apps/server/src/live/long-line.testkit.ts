import { endConnection, receiveHead, startRawServer, waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { hasEnded, type useStreamFixture } from './stream-fixture.testkit.ts'

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'

/** Tests an event of many megabytes in one line. */
export function testLongLine(fixture: ReturnType<typeof useStreamFixture>, megabytes: number): void {
  test(`an event of ${megabytes} MB without a line break is listed, opened and searched (EV1)`, async () => {
    const pieces = Array.from({ length: megabytes }, () => Buffer.alloc(1_000_000, 'x'))
    const totalBytes = megabytes * 1_000_000
    const begin = 'data: first\n\nid: 9\ndata: '
    const server = await startRawServer([receiveHead, head, begin, ...pieces, endConnection])
    const sessionId = await fixture.send(server.url)
    const { rows } = await fixture.rowsWhen(sessionId, hasEnded)
    await server.close()
    expect(rows[1]).toMatchObject({
      id: '9',
      type: 'message',
      preview: 'x'.repeat(1000),
      isCut: true,
      isComplete: false,
      sizeBytes: totalBytes + 12,
    })
    const opened = await waitFor(
      async () => {
        const message = await fixture.client.live.message({ sessionId, number: 1 })
        return message.state === 'made' ? message : null
      },
      'the message',
      { timeoutMs: 60_000 },
    )
    expect(opened.sizeBytes).toBe(totalBytes)
    const { handle } = opened
    const end = await fixture.client.bodies.readBytes({ handle, offset: totalBytes - 2, maxBytes: 10 })
    expect(end).toEqual({ base64: Buffer.from('xx').toString('base64'), totalBytes })
    const found = await fixture.rowsWhen(sessionId, ({ isWhole }) => isWhole, { query: 'XXXXX' })
    expect(found.rows.map(({ number }) => number)).toEqual([1])
    await fixture.client.sends.release({ sendId: sessionId })
  }, 120_000)
}
