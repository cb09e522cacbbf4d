import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunResult } from '@parley/engine'
import { memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppData } from './app-data.ts'
import { type FileBodyStore, openFileBodyStore } from './file-body-store.ts'
import { answered } from './history/history-fixture.testkit.ts'
import { type KeptResult, runPieceSize } from './run-store.ts'

let folder: string
let appData: AppData
let bodies: FileBodyStore

const keptFiles = () => readdirSync(join(folder, 'history-bodies'))

async function open(): Promise<AppData> {
  const opened = await AppData.open(folder, { keychain: async () => null, ownThread: false })
  if (!opened.ok) throw new Error(opened.failure.code)
  return opened.value
}

beforeEach(async () => {
  folder = mkdtempSync(join(memoryFolder, 'parley-runs-'))
  appData = await open()
  bodies = await openFileBodyStore(folder)
})

afterEach(async () => {
  await appData.close()
  rmSync(folder, { recursive: true })
})

async function keptResult(index: number, content = ''): Promise<KeptResult> {
  const outcome = await answered(bodies, Buffer.from(content), `http://h.example/${index}`)
  if (!outcome.ok) throw new Error('not answered')
  const { exchange, tests } = outcome.value
  const handle = content === '' ? '' : await appData.runs.keepBody(exchange.response.content.handle, bodies)
  const response = {
    ...exchange.response,
    content: { ...exchange.response.content, handle: handle ?? '' },
  }
  const result: RunResult = {
    index,
    iteration: 0,
    key: `C/${index}`,
    id: `r${index}`,
    name: `Request ${index}`,
    path: ['C'],
    method: 'GET',
    url: exchange.request.targetUri,
    status: 'passed',
    skipped: null,
    sends: 1,
    startedAt: 5,
    outcome: { ok: true, value: { exchange: { ...exchange, response }, tests } },
    tests,
    sessionChanges: [],
  }
  return { result, missingBody: null }
}

function value<Value>(result: { ok: true; value: Value } | { ok: false }): Value {
  if (!result.ok) throw new Error('locked')
  return result.value
}

test('a run is read unchanged, even after a restart, and no file contains its plain text', async () => {
  value(await appData.runs.begin({ id: 'a', targetId: 't', summary: { name: 'canary-name' } }))
  const kept = await Promise.all(Array.from({ length: runPieceSize + 3 }, (_, at) => keptResult(at)))
  const withBody = await keptResult(runPieceSize + 3, 'the body')
  await appData.runs.append('a', 0, kept.slice(0, runPieceSize), 0)
  await appData.runs.append('a', 1, [...kept.slice(runPieceSize), withBody], 8)
  await appData.runs.update('a', { name: 'canary-name', state: 'ended' })
  await appData.close()
  const written = readdirSync(folder)
    .filter(name => name.startsWith('parley.db'))
    .map(name => readFileSync(join(folder, name), 'latin1'))
    .join('')
  expect(written).not.toContain('canary-name')
  expect(written).not.toContain('h.example')
  appData = await open()
  expect(value(await appData.runs.list('t'))).toEqual([
    { id: 'a', targetId: 't', summary: { name: 'canary-name', state: 'ended' } },
  ])
  expect(value(await appData.runs.list('other'))).toEqual([])
  const rows = value(await appData.runs.rows('a', 0, 9))
  expect(rows.map(row => row.index)).toEqual(Array.from({ length: runPieceSize + 4 }, (_, at) => at))
  expect(rows[1]).toMatchObject({ key: 'C/1', statusCode: 201, totalMs: 12, testsPassed: 1, testsFailed: 0 })
  expect(value(await appData.runs.rows('a', 1, 1)).map(row => row.index)[0]).toBe(runPieceSize)
  expect(value(await appData.runs.results('a', 1))[3]).toEqual(withBody)
  expect(value(await appData.runs.results('a', 2))).toEqual([])
  expect(keptFiles()).toHaveLength(1)
})

test('the oldest runs and their bodies are deleted once there are more than 50', async () => {
  for (let at = 0; at < 50; at++)
    value(await appData.runs.begin({ id: `run ${at}`, targetId: 't', summary: at }))
  const kept = await keptResult(0, 'the body')
  await appData.runs.append('run 0', 0, [kept], 8)
  const [file] = keptFiles()
  expect(value(await appData.runs.begin({ id: 'last', targetId: 't', summary: 50 }))).toEqual([file])
  const left = value(await appData.runs.list(null))
  expect([left.length, left[0]?.id, left.at(-1)?.id]).toEqual([50, 'last', 'run 1'])
  expect(value(await appData.runs.read('run 0'))).toBeNull()
  expect(keptFiles()).toEqual([])
})

test('the oldest runs are deleted if all of them are too large, but never the newest', async () => {
  for (const id of ['a', 'b', 'c']) {
    value(await appData.runs.begin({ id, targetId: 't', summary: id }))
    await appData.runs.append(id, 0, [await keptResult(0)], 400 * 1024 * 1024)
  }
  expect(value(await appData.runs.list(null)).map(run => run.id)).toEqual(['c', 'b'])
})

test('results of a deleted run are not stored', async () => {
  value(await appData.runs.begin({ id: 'a', targetId: 't', summary: 1 }))
  const kept = await keptResult(0, 'the body')
  await appData.runs.remove(['a'])
  await appData.runs.append('a', 0, [kept], 8)
  await appData.runs.update('a', 2)
  expect(keptFiles()).toEqual([])
  expect(value(await appData.runs.read('a'))).toBeNull()
})

test('bodies that no run names are removed at the next start, and no others', async () => {
  value(await appData.runs.begin({ id: 'a', targetId: 't', summary: 1 }))
  await appData.runs.append('a', 0, [await keptResult(0, 'kept')], 4)
  const kept = keptFiles()
  await keptResult(1, 'left by a kill')
  await appData.close()
  appData = await open()
  expect(keptFiles()).toEqual(kept)
})

test('the document of a run without results is read unchanged after a restart, sealed, and removed with it', async () => {
  const document = { figures: [1, 2], name: 'canary-document' }
  value(await appData.runs.begin({ id: 'a', targetId: 't', summary: {} }))
  expect(value(await appData.runs.document('a'))).toBeNull()
  expect(await appData.runs.keepDocument('a', document)).toBeNull()
  await appData.close()
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(folder, entry.name), 'latin1'))
  expect(texts.some(text => text.includes('canary-document'))).toBe(false)
  appData = await open()
  expect(value(await appData.runs.document('a'))).toEqual(document)
  await appData.runs.remove(['a'])
  expect(value(await appData.runs.document('a'))).toBeNull()
})
