import { Readable } from 'node:stream'
import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { LineTransport } from './line-transport.ts'

test('an agent that sends without end and reads nothing is read no further, until it reads (MC1)', async () => {
  let sent = 0
  const input = new Readable({
    highWaterMark: 1,
    read() {
      sent += 1
      // Each line is refused with an answer of about 100 characters.
      this.push('x\n'.repeat(10_000))
    },
  })
  const unread: (() => void)[] = []
  const transport = new LineTransport(input, () => new Promise<void>(resolve => unread.push(resolve)))
  await transport.start()
  await waitFor(() => input.isPaused(), 'the end of reading')
  expect(sent).toBeLessThan(100)
  const before = sent
  for (const read of unread.splice(0)) read()
  await waitFor(() => sent > before, 'further lines')
  await transport.close()
})
