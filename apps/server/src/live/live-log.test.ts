import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileBodyStore, openFileBodyStore } from '@parley/appdata'
import { nodeFiles } from '@parley/files'
import { FaultFiles, waitFor } from '@parley/testkit'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LiveLog, type LiveLogLimits, type NewMessage } from './live-log.ts'
import { LogView, type LogViewParts } from './log-view.ts'
import { MessageIndex } from './message-index.ts'
import { LogThreads } from './search/log-threads.ts'
import { otherType } from './type-table.ts'

let folder: string
let files: FaultFiles
let bodies: FileBodyStore
let threads: LogThreads
let logs: LiveLog[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-live-'))
  files = new FaultFiles(nodeFiles)
  bodies = await openFileBodyStore(folder, files)
  logs = []
})

beforeAll(() => {
  threads = new LogThreads()
})
afterAll(() => threads.close())

afterEach(async () => {
  await Promise.all(logs.map(log => log.release()))
  bodies.clear()
  rmSync(folder, { recursive: true })
})

/** Creates a log that is released after the test. */
function createLog(limits?: Partial<LiveLogLimits>): LiveLog {
  const log = new LiveLog(bodies, limits)
  logs.push(log)
  return log
}

const all = { filter: { direction: 'all', types: [] }, query: '', from: 0, count: 1000 } as const

function message(text: string, more: Partial<NewMessage> = {}): NewMessage {
  return { time: 5, isSent: false, type: 'text', payload: Buffer.from(text), ...more }
}

function viewOf(log: LiveLog, secrets: LogViewParts['secrets'] = async () => []): LogView {
  const bodyTexts = { release: (handle: string) => bodies.release(handle) }
  return new LogView(log, { bodies, bodyTexts, threads, secrets })
}

const shown = async (view: LogView, asked: Partial<Parameters<LogView['rows']>[0]> = {}) =>
  waitFor(async () => {
    const rows = await view.rows({ ...all, ...asked })
    return rows.isWhole ? rows : null
  }, 'the search to end')
const storedFiles = () => readdirSync(folder, { recursive: true }).map(String).filter(isFile)
const isFile = (name: string) => statSync(join(folder, name)).isFile()

test('messages are read as they were added, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          payload: fc.uint8Array({ maxLength: 300 }),
          isSent: fc.boolean(),
          type: fc.constantFrom('text', 'binary', 'close'),
          time: fc.integer({ min: 0, max: 2 ** 45 }),
        }),
        { maxLength: 60 },
      ),
      fc.integer({ min: 1, max: 2000 }),
      async (messages, fileBytes) => {
        const log = createLog({ fileBytes, blockMessages: 7 })
        const added = await Promise.all(messages.map(one => log.append(one)))
        expect(added.every(({ ok }) => ok)).toBe(true)
        expect(log.index.endNumber).toBe(messages.length)
        for (const [number, { payload, isSent, time, type }] of messages.entries()) {
          const found = log.index.message(number)
          if (found === null) throw new Error(`${number} is missing`)
          expect([...((await log.read(found.offset, found.lengthBytes)) ?? [])]).toEqual([...payload])
          expect(found).toMatchObject({ isSent, time, isComplete: true })
          expect(log.index.types.nameOf(found.typeNumber)).toBe(type)
        }
        await log.release()
      },
    ),
    { numRuns: 40 },
  )
  expect(storedFiles()).toEqual([])
})

test('of too many messages the oldest are dropped in blocks, and numbers stay', async () => {
  const log = createLog({ maxMessages: 30, blockMessages: 10, fileBytes: 50 })
  for (let number = 0; number < 45; number += 1)
    await log.append(message(`message ${number}`, { type: number < 20 ? 'old' : 'new' }))
  expect([log.index.firstNumber, log.index.endNumber]).toEqual([20, 45])
  expect(log.index.types.mostFrequent(9).types).toEqual([{ type: 'new', count: 25 }])
  const view = viewOf(log)
  const { rows, firstRow, endRow } = await view.rows(all)
  expect([firstRow, endRow]).toEqual([20, 45])
  expect(rows.map(({ number, preview }) => [number, preview])).toEqual(
    Array.from({ length: 25 }, (_, at) => [at + 20, `message ${at + 20}`]),
  )
  expect(await log.read(0, 5)).toBeNull()
  const found = await shown(view, { query: 'MESSAGE 2' })
  expect(found.rows.map(({ number }) => number)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29])
  for (let number = 45; number < 55; number += 1) await log.append(message(`message ${number}`))
  const later = await shown(view, { query: 'MESSAGE 2' })
  expect([later.firstRow, later.endRow, later.rows]).toEqual([10, 10, []])
  await view.release()
  await log.release()
})

test('of too many bytes the oldest are dropped, from the disk too', async () => {
  const log = createLog({ maxBytes: 1_000_000, fileBytes: 200_000 })
  for (let number = 0; number < 50; number += 1) await log.append(message('x'.repeat(50_000)))
  const { firstNumber, endNumber } = log.index
  expect(endNumber).toBe(50)
  expect(firstNumber).toBeGreaterThan(25)
  expect(firstNumber).toBeLessThan(35)
  const sizes = storedFiles().map(name => statSync(join(folder, name)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_000_000)
  await log.release()
  expect(storedFiles()).toEqual([])
})

test('a full disk ends the log and leaves what was written', async () => {
  const log = createLog()
  for (let number = 0; number < 3; number += 1) await log.append(message(`${number}`.repeat(40_000)))
  files.failNext('write', 'ENOSPC')
  const refused = await log.append(message('x'.repeat(40_000)))
  expect(refused).toMatchObject({ ok: false, failure: { code: 'BODY_NOT_STORED' } })
  expect(await log.append(message('y'))).toEqual(refused)
  await log.close()
  const { rows } = await viewOf(log).rows(all)
  expect(rows.map(({ preview }) => preview[0])).toEqual(['0', '1', '2'])
})

test('an addition resolves only when the file is written', async () => {
  const log = createLog()
  await log.append(message('x'.repeat(100_000)))
  const before = files.log.filter(({ operation }) => operation === 'write').length
  await log.append(message('y'))
  expect(files.log.filter(({ operation }) => operation === 'write')).toHaveLength(before + 1)
  // Those that wait for the same write share it, so that small messages do not cost one each.
  await Promise.all(Array.from({ length: 1000 }, () => log.append(message('z'))))
  expect(files.log.filter(({ operation }) => operation === 'write').length).toBeLessThan(before + 10)
  await log.release()
})

describe('a list', () => {
  async function filled(): Promise<LogView> {
    const log = createLog()
    await log.append(message('{"hello":"Ärger"}', { isSent: true }))
    await log.append(message('ÄRGER and more'))
    await log.append(message('', { type: 'ping' }))
    await log.append({ time: 5, isSent: false, type: 'binary', payload: Uint8Array.of(0, 255, 16) })
    await log.append(message('long '.repeat(500)))
    await log.append(message(`${'x'.repeat(3_000_000)}needle${'y'.repeat(100)}`))
    return viewOf(log)
  }
  const numbers = (rows: readonly { readonly number: number }[]) => rows.map(({ number }) => number)

  test.each([
    [{ query: 'ärger' }, [0, 1]],
    [{ query: 'NEEDLE' }, [5]],
    [{ query: 'no such' }, []],
    [{ query: 'a.*' }, []],
    [{ filter: { direction: 'sent', types: [] } }, [0]],
    [{ filter: { direction: 'received', types: ['text'] } }, [1, 4, 5]],
    [{ filter: { direction: 'all', types: ['ping', 'binary', 'never seen'] } }, [2, 3]],
    [{ filter: { direction: 'received', types: ['text'] }, query: 'more' }, [1]],
  ] as const)('of %j', async (asked, expected) => {
    const view = await filled()
    expect(numbers((await shown(view, asked)).rows)).toEqual(expected)
    await view.release()
  })

  test('shows beginnings, and bytes as hex', async () => {
    const view = await filled()
    const { rows } = await view.rows(all)
    expect(rows[3]).toMatchObject({ preview: '00 ff 10', isCut: false, sizeBytes: 3 })
    expect(rows[4]).toMatchObject({ preview: 'long '.repeat(200), isCut: true, sizeBytes: 2500 })
    expect(rows[5]?.preview).toBe('x'.repeat(1000))
    expect(rows[0]).toMatchObject({ direction: 'sent', time: 5, type: 'text', id: null, isComplete: true })
    expect(numbers((await view.rows({ ...all, from: 4, count: 1 })).rows)).toEqual([4])
    await view.release()
  })

  test('a type that appears only later is found', async () => {
    const log = createLog()
    await log.append(message('a'))
    const view = viewOf(log)
    const asked = { filter: { direction: 'all', types: ['late'] } } as const
    expect((await shown(view, asked)).rows).toEqual([])
    await log.append(message('b', { type: 'late' }))
    expect(numbers((await shown(view, asked)).rows)).toEqual([1])
    await view.release()
  })

  test('an opened message is a body', async () => {
    const view = await filled()
    const opened = await waitFor(async () => {
      const state = await view.open(5)
      return state?.state === 'made' ? state : null
    }, 'the message')
    expect(opened).toMatchObject({ row: { number: 5 }, sizeBytes: 3_000_106 })
    const end = await bodies.read(opened.handle, 3_000_000, 6)
    expect(Buffer.from(end ?? []).toString()).toBe('needle')
    expect(view.body(opened.handle)).toMatchObject({ name: 'message-5', mediaType: 'text/plain' })
    expect(await view.open(99)).toBeNull()
    await view.release()
    expect(bodies.sizeBytes(opened.handle)).toBeNull()
  })

  test.each([
    [
      'ndjson',
      [
        '{"direction":"sent","type":"text","data":"{\\"hello\\":\\"Ärger\\"}","time":"1970-01-01T00:00:00.005Z"}',
        '{"direction":"received","type":"text","data":"{{token}} and more","time":"1970-01-01T00:00:00.005Z"}',
        '{"direction":"received","type":"ping","data":"","time":"1970-01-01T00:00:00.005Z"}',
        '{"direction":"received","type":"binary","data":"AP8Q","time":"1970-01-01T00:00:00.005Z"}',
      ],
    ],
    [
      'text',
      [
        '1970-01-01T00:00:00.005Z\tsent\ttext\t{"hello":"Ärger"}',
        '1970-01-01T00:00:00.005Z\treceived\ttext\t{{token}} and more',
        '1970-01-01T00:00:00.005Z\treceived\tping\t',
        '1970-01-01T00:00:00.005Z\treceived\tbinary\tAP8Q',
      ],
    ],
  ] as const)('is exported as %s, with secrets by name', async (format, lines) => {
    const log = createLog()
    await log.append(message('{"hello":"Ärger"}', { isSent: true }))
    await log.append(message('secret-token-1 and more'))
    await log.append(message('', { type: 'ping' }))
    await log.append({ time: 5, isSent: false, type: 'binary', payload: Uint8Array.of(0, 255, 16) })
    const view = viewOf(log, async () => [{ name: 'token', text: 'secret-token-1' }])
    const made = await waitFor(async () => {
      const state = await view.export({ ...all, format })
      return state.state === 'made' ? state : null
    }, 'the export')
    const bytes = await bodies.read(made.handle, 0, made.sizeBytes)
    expect(Buffer.from(bytes ?? []).toString()).toBe(`${lines.join('\n')}\n`)
    expect(made.fileName).toBe(format === 'ndjson' ? 'messages.ndjson' : 'messages.txt')
    await view.release()
  })

  test('a search whose thread is ended says so, and the next one runs', async () => {
    const slow = new LogThreads({ maxMs: 0 })
    const log = createLog()
    await log.append(message('needle'))
    const bodyTexts = { release: (handle: string) => bodies.release(handle) }
    const view = new LogView(log, { bodies, bodyTexts, threads: slow, secrets: async () => [] })
    const { problem } = await shown(view, { query: 'needle' })
    expect(problem?.sentence).toBe('The search took too long and was stopped.')
    const made = await waitFor(async () => {
      const state = await view.export({ ...all, format: 'text' })
      return state.state === 'making' ? null : state
    }, 'the export')
    expect(made).toMatchObject({ state: 'failed' })
    await slow.close()
    expect((await shown(viewOf(log), { query: 'needle' })).rows).toHaveLength(1)
  })
})

test('types beyond the table are read from their messages', () => {
  const index = new MessageIndex()
  const place = {
    offset: 0,
    lengthBytes: 1,
    time: null,
    isSent: false,
    dataAt: 0,
    idAt: null,
    isComplete: true,
  }
  for (let number = 0; number < 1200; number += 1) index.add({ ...place, type: `type ${number}` })
  index.add({ ...place, type: 'type 7' })
  index.add({ ...place, type: 'n'.repeat(1000) })
  const { types, otherTypesCount } = index.types.mostFrequent(200)
  expect(types).toHaveLength(200)
  expect(types[0]).toEqual({ type: 'type 7', count: 2 })
  expect(otherTypesCount).toBe(1202 - 201)
  expect(index.message(1199)?.typeNumber).toBe(otherType)
})
