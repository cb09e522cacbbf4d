import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCommands } from '../apps/web/src/curl/read-commands.ts'
import { formatMarkdown } from '../apps/web/src/markdown/format-markdown.ts'
import { type Gate, places, slowReaders } from '../bench/doubling/places.ts'
import { namesOfReaders } from '../bench/doubling/readers.ts'
import { composeQuestion } from '../packages/engine/src/assistant/compose-question.ts'
import { printJsonInSteps } from '../packages/engine/src/basics/format/print-json.ts'
import { hideInMessage } from '../packages/engine/src/prepare/gate/hide-in-message.ts'
import { readRunDataInSteps } from '../packages/engine/src/run/read-run-data.ts'
import { runImport } from '../packages/interchange/src/run-import.ts'
import { readAnyDocument } from '../packages/workspace/src/documents/long-documents.ts'
import { itemKind } from '../packages/workspace/src/secrets/stored-format.ts'
import { repository } from '../scripts/language/product-sources.ts'

/** How often texts left this thread, or it paused. */
let turns = 0
const countTurn = () => {
  turns += 1
}

/** A worker of a browser that answers nothing. */
class PageWorker {
  addEventListener(): void {}
  terminate(): void {}
  postMessage(text: string): void {
    turns += 1
    expect(text.length).toBeGreaterThan(0)
  }
}

beforeEach(() => {
  turns = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('Worker', PageWorker)
  process.on('worker', countTurn)
})

afterEach(() => {
  process.off('worker', countTurn)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const secrets = [{ name: 'token', text: 's3cr3t-token-value' }]

/** Counts the pauses that work begins in this turn; its timers never fire here. */
function countPauses(work: () => unknown): void {
  work()
  turns += vi.getTimerCount()
  vi.clearAllTimers()
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Gives a text to the entry that the main thread calls. `always`: short texts go there too. */
const gates: Readonly<Record<Gate, { read(text: string): unknown; readonly always?: true }>> = {
  documents: { read: text => readAnyDocument(bytesOf(text), itemKind.format) },
  imports: {
    read: text => runImport({ name: 'a', isPasted: true, files: [{ path: 'a', bytes: bytesOf(text) }] }),
    always: true,
  },
  'run data': { read: text => readRunDataInSteps(text, async () => countTurn()) },
  'pasted commands': {
    read(text) {
      void readCommands(text)
    },
  },
  messages: { read: text => countPauses(() => hideInMessage(text, secrets, secrets)) },
  questions: {
    read: text =>
      countPauses(() => composeQuestion({ requestLine: text }, { bodyBytes: 1, hide: one => one })),
  },
  'printed JSON': { read: ({ length }) => countPauses(() => printJsonInSteps(' '.repeat(length))) },
  Markdown: {
    read(text) {
      formatMarkdown(text, () => {})
    },
    always: true,
  },
}

test.each(Object.keys(gates))('above 64 KB, %s leave the main thread or pause', async name => {
  const gate = Object.entries(gates).find(([one]) => one === name)?.[1]
  const posts = vi.spyOn(Worker.prototype, 'postMessage')
  const countFor = async (length: number) => {
    const before = turns + posts.mock.calls.length
    await gate?.read('a\n'.repeat(length / 2))
    return turns + posts.mock.calls.length - before
  }
  const isAlways = gate?.always === true
  expect((await countFor(isAlways ? 2 : 65_536)) > 0).toBe(isAlways)
  if (!isAlways) expect(await countFor(66_560)).toBeGreaterThan(0)
})

test('every reader of text has a place, and every place a reader', () => {
  const names = new Set(namesOfReaders().map(name => name.split(' ')[1]))
  expect(Object.keys(places).toSorted()).toEqual([...names].toSorted())
})

test('no text is called short that may be longer than 64 KB, and the named threads exist', () => {
  for (const [name, place] of Object.entries(places)) {
    if ('because' in place) expect(place.mostBytes, name).toBeLessThanOrEqual(65_536)
    if ('thread' in place) expect(existsSync(`${repository}${place.thread}`), place.thread).toBe(true)
  }
})

test('no reader in one go takes longer than a window may wait', () => {
  expect(slowReaders()).toEqual([])
})
