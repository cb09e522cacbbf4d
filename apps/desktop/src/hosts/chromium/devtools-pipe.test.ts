import { Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { DevToolsPipe } from './devtools-pipe.ts'

test('a Chromium that reports without end and reads no answer is read no further, until it reads (DT1)', async () => {
  let reported = 0
  const event = Buffer.from(
    `${JSON.stringify({ method: 'Fetch.requestPaused', params: { requestId: '1' } })}\0`,
  )
  const input = new Readable({
    read() {
      reported += 1
      setImmediate(() => this.push(event))
    },
  })
  let read: (() => void) | null = null
  const output = new Writable({
    write(_bytes, _encoding, done) {
      read = done
    },
  })
  const pipe = new DevToolsPipe(input, output)
  let answered = 0
  pipe.on('Fetch.requestPaused', () => {
    answered += 1
    pipe.call('Fetch.continueRequest', { requestId: 'x'.repeat(1000) }).catch(() => {})
  })
  const rest = await restOf(() => answered)
  expect(rest).toBeLessThan(200)
  output._write = (_bytes, _encoding, done) => setImmediate(done)
  const next = read as (() => void) | null
  next?.()
  await expect.poll(() => answered).toBeGreaterThan(rest)
  input.destroy()
  expect(reported).toBeGreaterThan(0)
})

/** Returns a count once it grows no more in many turns of the event loop, or is far too large. */
async function restOf(count: () => number): Promise<number> {
  for (let seen = -1; seen !== count() && seen < 10_000; ) {
    seen = count()
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
  }
  return count()
}
