import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readWithoutLoss } from './read-without-loss.ts'

async function readAll(bytes: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of bytes) chunks.push(chunk)
    return { text: Buffer.concat(chunks).toString(), error: null }
  } catch (error) {
    return { text: Buffer.concat(chunks).toString(), error }
  }
}

test('gives all bytes in order', async () => {
  expect(await readAll(readWithoutLoss(Readable.from([Buffer.from('ab'), Buffer.from('c')])))).toEqual({
    text: 'abc',
    error: null,
  })
})

test('takes small pieces that wait together, up to 64 KB', async () => {
  const stream = new PassThrough({ highWaterMark: 4 * 1024 * 1024 })
  const bytes = readWithoutLoss(stream)
  const sizes = [...Array(20_000).fill(10), 200_000, 10, 65_536, 10]
  for (const [at, size] of sizes.entries()) stream.write(Buffer.alloc(size, at % 251))
  await new Promise(resolve => setImmediate(resolve))
  stream.end()
  const taken: Buffer[] = []
  for await (const piece of bytes) taken.push(piece)
  expect(taken.map(({ byteLength }) => byteLength)).toEqual([
    65_530, 65_530, 65_530, 3410, 200_000, 10, 65_536, 10,
  ])
  expect(Buffer.concat(taken)).toEqual(Buffer.concat(sizes.map((size, at) => Buffer.alloc(size, at % 251))))
})

test('returns the bytes that a failed stream still held, then the error', async () => {
  const stream = new PassThrough({ highWaterMark: 4 * 1024 * 1024 })
  const bytes = readWithoutLoss(stream)
  const chunk = Buffer.alloc(64 * 1024, 'x')
  for (let count = 0; count < 40; count += 1) stream.write(chunk)
  await new Promise(resolve => setImmediate(resolve))
  expect(stream.isPaused()).toBe(true)
  const failure = new Error('cut')
  stream.destroy(failure)
  const { text, error } = await readAll(bytes)
  expect(error).toBe(failure)
  expect(text.length).toBe(40 * chunk.byteLength)
})

test('pauses and resumes a fast stream', async () => {
  let made = 0
  const stream = new Readable({
    read() {
      made += 1
      this.push(made > 200 ? null : Buffer.alloc(64 * 1024))
    },
  })
  const bytes = readWithoutLoss(stream)
  await new Promise(resolve => setImmediate(resolve))
  await new Promise(resolve => setImmediate(resolve))
  expect(made).toBeLessThan(40)
  const { text, error } = await readAll(bytes)
  expect(error).toBeNull()
  expect(text.length).toBe(200 * 64 * 1024)
})

test('a stream that is closed before its end is an error, and a reader that leaves destroys it', async () => {
  const closed = new PassThrough()
  const bytes = readWithoutLoss(closed)
  closed.destroy()
  expect((await readAll(bytes)).error).toBeInstanceOf(Error)
  const left = new PassThrough()
  const reader = readWithoutLoss(left)
  left.write('a')
  for await (const chunk of reader) {
    expect(chunk.toString()).toBe('a')
    break
  }
  expect(left.destroyed).toBe(true)
})
