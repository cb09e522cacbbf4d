import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileBodyStore, openFileBodyStore } from '@parley/appdata'
import { SecretHider } from '@parley/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRows } from './read-rows.ts'
import { StreamLog } from './stream-log.ts'

let folder: string
let bodies: FileBodyStore

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-streams-'))
  bodies = await openFileBodyStore(folder)
})

afterEach(() => {
  bodies.clear()
  rmSync(folder, { recursive: true })
})

async function storedBody(text: string): Promise<string> {
  const writer = await bodies.create()
  await writer.write(Buffer.from(text))
  await writer.close()
  return writer.handle
}

async function logOf(...texts: readonly string[]) {
  const [first = '', ...others] = await Promise.all(texts.map(storedBody))
  const log = new StreamLog(bodies, first, { now: () => 7, onGrowth: () => {} })
  const positions = [await log.endConnection()]
  for (const handle of others) {
    log.continueWith(handle)
    positions.push(await log.endConnection())
  }
  return { log, positions, handles: [first, ...others] }
}

const nothingHidden = new SecretHider([])

async function previewsOf(log: StreamLog): Promise<readonly string[]> {
  const numbers = Array.from({ length: log.index.endNumber }, (_, at) => at)
  return (await readRows(log, numbers, nothingHidden)).map(({ preview }) => preview)
}

test('the events of all connections are one list, whose bytes are found in the bodies of each', async () => {
  const { log } = await logOf('data: a\n\ndata: cut', 'data: b\n\n', '\ufeffdata: c\n\n')
  expect(await previewsOf(log)).toEqual(['a', 'cut', 'Connection 2', 'b', 'Connection 3', 'c'])
  const files = await log.files(0, Number.MAX_SAFE_INTEGER)
  expect(files?.map(({ start }) => start)).toEqual([0, 18, 56, 65, 103])
  expect(log.isAtEnd).toBe(true)
})

test('a connection continues after the last ID, and keeps the waiting time of an earlier one', async () => {
  const { positions } = await logOf('retry: 5\nid: 1\ndata: a\n\n', 'data: b\n\n', 'id: 3\ndata: c\n\n')
  expect(positions).toEqual([
    { lastEventId: '1', retryMs: 5, isDone: false },
    { lastEventId: '1', retryMs: 5, isDone: false },
    { lastEventId: '3', retryMs: 5, isDone: false },
  ])
})

test('all bodies are deleted but the one that its send keeps', async () => {
  const { log, handles } = await logOf('data: a\n\n', 'data: b\n\n')
  const [first = '', last = ''] = handles
  await log.release(last)
  expect([bodies.sizeBytes(first), bodies.sizeBytes(last)]).toEqual([null, 9])
  expect(await log.files(0, 1)).toBe(null)
})

test.each([
  ['events', { maxMessages: 4, blockMessages: 2 }],
  ['bytes', { maxBytes: 45 }],
])(
  'of a stream that connects again with too many %s the oldest events are no longer listed',
  async (_, limits) => {
    const [first = '', second = ''] = await Promise.all(
      ['data: 0\n\ndata: 1\n\ndata: 2\n\n', 'data: 3\n\ndata: 4\n\n'].map(storedBody),
    )
    const log = new StreamLog(bodies, first, { now: () => 7, onGrowth: () => {}, limits })
    await log.endConnection()
    log.continueWith(second)
    await log.end()
    const { firstNumber, endNumber } = log.index
    expect(firstNumber).toBeGreaterThan(0)
    const numbers = Array.from({ length: endNumber - firstNumber }, (_unused, at) => firstNumber + at)
    const shown = (await readRows(log, numbers, nothingHidden)).map(({ preview }) => preview)
    expect(shown.slice(-2)).toEqual(['3', '4'])
    expect(shown).not.toContain('0')
  },
)
