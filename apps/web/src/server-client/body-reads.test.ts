import { expect, test } from 'vitest'
import { BodyReads } from './body-reads.ts'

const readRows = (handle: string) => ({ path: ['bodies', 'readRows'], input: { handle, firstRow: 0 } })
/** A call that is answered only by its end. */
const unanswered = ({ signal }: { signal?: AbortSignal }) =>
  new Promise<string>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

test('the reads of a body end when it is released, and none is sent after that', async () => {
  const reads = new BodyReads()
  const running = reads.run(readRows('one'), unanswered)
  reads.abort('one')
  await expect(running).rejects.toThrow('This response body no longer exists.')

  let isCalled = false
  const late = reads.run(readRows('one'), async () => {
    isCalled = true
  })
  await expect(late).rejects.toThrow('This response body no longer exists.')
  expect(isCalled).toBe(false)
})

test('other bodies and other calls are not affected', async () => {
  const reads = new BodyReads()
  reads.abort('one')
  expect(await reads.run(readRows('two'), async ({ signal }) => signal?.aborted)).toBe(false)
  const release = { path: ['sends', 'release'], input: { sendId: 'one' } }
  expect(await reads.run(release, async ({ signal }) => signal)).toBe(undefined)
})

test('a call keeps its own signal and its own error', async () => {
  const reads = new BodyReads()
  const own = new AbortController()
  const running = reads.run({ ...readRows('one'), signal: own.signal }, unanswered)
  own.abort(new Error('not wanted'))
  await expect(running).rejects.toThrow('not wanted')
})
