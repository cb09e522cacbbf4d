import { Readable } from 'node:stream'
import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { LineTransport } from './line-transport.ts'

/** Tests an agent that reads nothing, with a limit of what it may leave unread. */
export function testUnread(most: number): void {
  test('an agent that sends without end and reads nothing is read no further, until it reads (MC1)', async () => {
    let sent = 0
    const input = new Readable({
      highWaterMark: 1,
      read() {
        sent += 1
        // Each line is refused with an answer of some 75 characters.
        this.push('x\n'.repeat(Math.ceil(most / 1600)))
      },
    })
    const unread: (() => void)[] = []
    const transport = new LineTransport(input, () => new Promise<void>(resolve => unread.push(resolve)), most)
    await transport.start()
    await waitFor(() => input.isPaused(), 'the end of reading')
    expect(sent).toBeLessThan(100)
    const before = sent
    for (const read of unread.splice(0)) read()
    await waitFor(() => sent > before, 'further lines')
    await transport.close()
  })
}
