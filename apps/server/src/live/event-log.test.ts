import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileBodyStore, openFileBodyStore } from '@parley/appdata'
import { SecretHider } from '@parley/engine'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EventLog, type EventLogOptions } from './event-log.ts'
import { readRows } from './read-rows.ts'

let folder: string
let bodies: FileBodyStore

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-events-'))
  bodies = await openFileBodyStore(folder)
})

afterEach(() => {
  bodies.clear()
  rmSync(folder, { recursive: true })
})

const nothingHidden = new SecretHider([])
const options: EventLogOptions = { now: () => 7, onGrowth: () => {} }

async function previewsOf(log: EventLog): Promise<readonly string[]> {
  const { firstNumber, endNumber } = log.index
  const numbers = Array.from({ length: endNumber - firstNumber }, (_, at) => firstNumber + at)
  return (await readRows(log, numbers, nothingHidden)).map(({ preview }) => preview)
}

test('a body that grows in any pieces has the same events', async () => {
  const data = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(data, fc.integer({ min: 1, max: 50 }), async (texts, pieceBytes) => {
      const expected = texts.map(text => text.replace(/[\r\n]/g, '_').toWellFormed())
      const stream = Buffer.from(expected.map(text => `data: ${text}\n\n`).join(''))
      const writer = await bodies.create()
      const log = new EventLog(bodies, writer.handle, options)
      const following = log.follow()
      for (let at = 0; at < stream.length; at += pieceBytes)
        await writer.write(stream.subarray(at, at + pieceBytes))
      await writer.close()
      await log.end()
      await following
      expect(log.isAtEnd).toBe(true)
      expect(await previewsOf(log)).toEqual(expected)
      await bodies.release(writer.handle)
    }),
    { numRuns: 60 },
  )
})

test('events are listed as they arrive, and a body that is released ends the list', async () => {
  const writer = await bodies.create()
  const grown: number[] = []
  const arrived = Promise.withResolvers<void>()
  const log = new EventLog(bodies, writer.handle, {
    now: () => 7,
    onGrowth() {
      grown.push(log.index.endNumber)
      if (log.index.endNumber === 2) arrived.resolve()
    },
  })
  const following = log.follow()
  await writer.write(Buffer.from('data: 1\n\ndata: 2\n'))
  await writer.write(Buffer.from('\ndata: 3'))
  await arrived.promise
  expect(await previewsOf(log)).toEqual(['1', '2'])
  expect(grown.at(-1)).toBe(2)
  await bodies.release(writer.handle)
  await following
  expect(await previewsOf(log)).toEqual([])
})

test('of large events fewer rows are read at once', async () => {
  const writer = await bodies.create()
  for (let at = 0; at < 100; at += 1)
    await writer.write(Buffer.from(`id: ${at}\ndata: ${'x'.repeat(100_000)}\n\n`))
  await writer.close()
  const log = new EventLog(bodies, writer.handle, options)
  await log.end()
  const numbers = Array.from({ length: 100 }, (_, at) => at)
  const seen: (string | null)[] = []
  while (seen.length < 100) {
    const rows = await readRows(log, numbers.slice(seen.length), nothingHidden)
    expect(rows.length).toBeGreaterThan(0)
    if (seen.length === 0) expect(rows.length).toBeLessThan(100)
    for (const { id, preview, isCut } of rows) {
      expect([preview, isCut]).toEqual(['x'.repeat(1000), true])
      seen.push(id)
    }
  }
  expect(seen).toEqual(numbers.map(String))
})

test('of too many events the oldest are no longer listed, and remain in the body', async () => {
  const writer = await bodies.create()
  const texts = Array.from({ length: 45 }, (_, at) => `data: ${at}\n\n`)
  await writer.write(Buffer.from(texts.join('')))
  await writer.close()
  const log = new EventLog(bodies, writer.handle, {
    ...options,
    limits: { maxMessages: 30, blockMessages: 10 },
  })
  await log.end()
  expect([log.index.firstNumber, log.index.endNumber]).toEqual([20, 45])
  expect(await previewsOf(log)).toEqual(Array.from({ length: 25 }, (_, at) => String(at + 20)))
  expect(bodies.sizeBytes(writer.handle)).toBe(texts.join('').length)
})

test('of events with too many bytes the oldest are no longer listed, and remain in the body', async () => {
  const writer = await bodies.create()
  const log = new EventLog(bodies, writer.handle, { ...options, limits: { maxBytes: 36 } })
  const texts = ['data: 0\n\n', 'data: 1\n\n', `data: ${'x'.repeat(50)}\n\n`, 'data: 3\n\n', 'data: 4\n\n']
  await writer.write(Buffer.from(texts.join('')))
  await writer.close()
  await log.end()
  // The events of the last 36 bytes, of which the large one has a part only.
  expect([log.index.firstNumber, log.index.endNumber]).toEqual([3, 5])
  expect(await previewsOf(log)).toEqual(['3', '4'])
  expect(log.index.types.mostFrequent(10).types).toEqual([{ type: 'message', count: 2 }])
  expect(bodies.sizeBytes(writer.handle)).toBe(texts.join('').length)
})

test('an event that alone has too many bytes is listed until the next one arrives', async () => {
  const writer = await bodies.create()
  const log = new EventLog(bodies, writer.handle, { ...options, limits: { maxBytes: 5 } })
  const following = log.follow()
  await writer.write(Buffer.from(`data: ${'x'.repeat(50)}\n\n`))
  await writer.close()
  await log.end()
  await following
  expect(await previewsOf(log)).toEqual(['x'.repeat(50)])
})
