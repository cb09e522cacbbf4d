import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { maximumHistoryBodyBytes, maximumHistoryEntries } from '@parley/model'
import { memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppData } from '../app-data.ts'
import { type FileBodyStore, openFileBodyStore } from '../file-body-store.ts'
import { answered, notAnswered, typedRequest } from './history-fixture.testkit.ts'
import type { HistoryQuery } from './history-store.ts'

let folder: string
let appData: AppData
let bodies: FileBodyStore
let umask: number

const all: HistoryQuery = { search: '', requestId: null, offset: 0, limit: 1000 }
const keptFiles = () => readdirSync(join(folder, 'history-bodies'))

async function open(): Promise<AppData> {
  const opened = await AppData.open(folder, { keychain: async () => null, ownThread: false })
  if (!opened.ok) throw new Error(opened.failure.code)
  return opened.value
}

beforeEach(async () => {
  umask = process.umask(0)
  folder = mkdtempSync(join(memoryFolder, 'parley-history-'))
  appData = await open()
  bodies = await openFileBodyStore(folder)
})

afterEach(async () => {
  await appData.close()
  process.umask(umask)
  rmSync(folder, { recursive: true })
})

async function add(outcome: Parameters<AppData['history']['add']>[1], startedAt = 1, requestId = 'r1') {
  const from = { id: randomUUID(), requestId, startedAt, request: typedRequest }
  const added = await appData.history.add(from, outcome, bodies)
  if (!added.ok) throw new Error(added.failure.reason)
  return added.value
}

async function list(query: Partial<HistoryQuery> = {}) {
  const page = await appData.history.list({ ...all, ...query })
  if (!page.ok) throw new Error(page.failure.reason)
  return page.value
}

async function newest() {
  const [summary] = (await list()).entries
  const entry = await appData.history.read(summary?.id ?? '')
  if (!entry.ok || entry.value === null) throw new Error('There is no such entry')
  return entry.value
}

describe('an entry', () => {
  test.each([10, 100_000, maximumHistoryBodyBytes])(
    'keeps a body of %i bytes that the store releases at once',
    async size => {
      const content = Buffer.alloc(size, 'body')
      const outcome = await answered(bodies, content)
      const adding = add(outcome, 42)
      if (outcome.ok) await bodies.release(outcome.value.exchange.response.content.handle)
      await adding
      await appData.close()
      appData = await open()
      const entry = await newest()
      expect(entry).toMatchObject({
        sentAt: 42,
        method: 'GET',
        url: 'http://h.example/books',
        requestId: 'r1',
        state: 'answered',
        statusCode: 201,
        elapsedMs: 12,
        request: typedRequest,
        missingBody: null,
        outcome: { state: 'answered', tests: { results: [{ passed: true, name: 'T' }] } },
      })
      if (entry.outcome.state !== 'answered') throw new Error('It is not answered')
      const { handle } = entry.outcome.exchange.response.content
      expect(readFileSync(join(appData.history.bodiesFolder, handle)).equals(content)).toBe(true)
      expect(statSync(join(appData.history.bodiesFolder, handle)).mode & 0o777).toBe(0o600)
      expect(statSync(appData.history.bodiesFolder).mode & 0o777).toBe(0o700)
    },
  )

  test('with a larger body keeps everything else', async () => {
    await add(await answered(bodies, Buffer.alloc(maximumHistoryBodyBytes + 1)))
    expect(await newest()).toMatchObject({
      statusCode: 201,
      missingBody: 'tooLarge',
      outcome: { exchange: { response: { content: { handle: '' } } } },
    })
    expect(keptFiles()).toEqual([])
  })

  test('whose file is missing says so', async () => {
    await add(await answered(bodies, Buffer.from('x')))
    rmSync(join(folder, 'history-bodies', keptFiles()[0] ?? ''))
    expect(await newest()).toMatchObject({ missingBody: 'lost', state: 'answered' })
  })

  test.each([
    ['connect', 'failed'],
    ['cancelled', 'cancelled'],
  ] as const)('of a send that failed (%s) is %s, with the URL as typed', async (kind, state) => {
    await add(notAnswered(kind))
    expect(await newest()).toMatchObject({
      state,
      url: '{{base}}/books',
      statusCode: null,
      elapsedMs: 7,
      outcome: { state: 'failed', failure: { kind }, attempt: null, response: null },
    })
  })

  test('of redirects shows the first request', async () => {
    const outcome = await answered(bodies, Buffer.from('x'), 'http://h.example/end')
    if (!outcome.ok) throw new Error('It failed')
    const hop = { method: 'POST', targetUri: 'http://h.example/start', statusCode: 303, location: '/end' }
    const { exchange } = outcome.value
    await add({ ...outcome, value: { ...outcome.value, exchange: { ...exchange, hops: [hop] } } })
    expect(await newest()).toMatchObject({ method: 'POST', url: 'http://h.example/start' })
  })
})

test('the last 100 are kept; the bodies of the others are deleted', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: maximumHistoryEntries + 5 }, (_, at) =>
      answered(bodies, Buffer.from(`body ${at}`), `http://h.example/${at}`),
    ),
  )
  const gone: string[] = []
  for (const [at, outcome] of outcomes.entries()) gone.push(...(await add(outcome, at)))
  expect(gone).toHaveLength(5)
  const { entries, totalEntries } = await list()
  expect(totalEntries).toBe(maximumHistoryEntries)
  expect(entries.map(({ url }) => url)).toEqual(
    Array.from({ length: maximumHistoryEntries }, (_, at) => `http://h.example/${104 - at}`),
  )
  expect(keptFiles().toSorted()).toEqual(entries.map(({ id }) => id).toSorted())
})

test.each([
  ['set back by two hours', -7_200_000],
  ['set to 1970', -Date.now()],
])('sends after a clock that was %s are kept and listed first', async (_, jumpMs) => {
  const now = Date.now()
  for (let at = 0; at < maximumHistoryEntries; at++)
    await add(await answered(bodies, Buffer.from('x'), `http://h.example/before/${at}`), now + at)
  for (let at = 0; at < 3; at++)
    await add(await answered(bodies, Buffer.from('x'), `http://h.example/after/${at}`), now + jumpMs + at)
  const urls = (await list()).entries.map(({ url }) => new URL(url).pathname)
  expect(urls).toHaveLength(maximumHistoryEntries)
  expect(urls.slice(0, 4)).toEqual(['/after/2', '/after/1', '/after/0', '/before/99'])
  expect(urls.at(-1)).toBe('/before/3')
})

test('the runs of an unsaved request are kept when it is saved', async () => {
  await add(await answered(bodies, Buffer.from('x')), 1, 'tab')
  await add(await answered(bodies, Buffer.from('x')), 2, 'other')
  await add(await answered(bodies, Buffer.from('x')), 3, 'tab')
  await appData.history.moveRuns('tab', 'saved')
  expect((await list({ requestId: 'tab' })).entries).toEqual([])
  const { entries } = await list({ requestId: 'saved' })
  expect(entries.map(({ sentAt, requestId }) => [sentAt, requestId])).toEqual([
    [3, 'saved'],
    [1, 'saved'],
  ])
  expect(await newest()).toMatchObject({ requestId: 'saved' })
  expect((await list()).entries.map(({ requestId }) => requestId)).toEqual(['saved', 'other', 'saved'])
})

test('entries are listed by page, newest first, and found by URL and method in any case', async () => {
  for (let at = 0; at < 6; at++)
    await add(
      await answered(bodies, Buffer.from('x'), `http://h.example/${at % 2 ? 'Odd' : 'even'}/${at}`),
      at,
      `r${at % 3}`,
    )
  const page = await list({ offset: 2, limit: 2 })
  expect(page.totalEntries).toBe(6)
  expect(page.entries.map(({ sentAt }) => sentAt)).toEqual([3, 2])
  expect((await list({ search: 'odd' })).entries.map(({ sentAt }) => sentAt)).toEqual([5, 3, 1])
  expect((await list({ search: ' get http://H.' })).totalEntries).toBe(6)
  // Words in any order, with others between them.
  expect((await list({ search: 'odd  GET' })).entries.map(({ sentAt }) => sentAt)).toEqual([5, 3, 1])
  expect((await list({ search: 'get odd even' })).entries).toEqual([])
  expect((await list({ search: 'post' })).entries).toEqual([])
  expect((await list({ requestId: 'r1' })).entries.map(({ sentAt }) => sentAt)).toEqual([4, 1])
})

test('entries are found by how they ended and by their environment, and listed by when they were sent', async () => {
  const sends = [
    ['answered', await answered(bodies, Buffer.from('x')), 3, 'Staging'],
    ['stopped', notAnswered('cancelled'), 1, undefined],
    ['refused', notAnswered(), 2, undefined],
  ] as const
  for (const [requestId, outcome, startedAt, environment] of sends) {
    const from = { id: randomUUID(), requestId, startedAt, request: typedRequest }
    const named = environment === undefined ? from : { ...from, environment }
    await appData.history.add(named, outcome, bodies)
  }
  const found = async (search: string) => (await list({ search })).entries.map(({ requestId }) => requestId)
  expect(await found('')).toEqual(['answered', 'refused', 'stopped'])
  expect(await found('201')).toEqual(['answered'])
  expect(await found('created staging')).toEqual(['answered'])
  expect(await found('failed')).toEqual(['refused'])
  expect(await found('cancelled')).toEqual(['stopped'])
  expect((await list()).entries[0]).toMatchObject({ environment: 'Staging', tests: { passed: 1, total: 1 } })
})

test('removing and clearing entries also deletes their bodies', async () => {
  for (let at = 0; at < 3; at++) await add(await answered(bodies, Buffer.from('x')), at)
  const [first, second] = (await list()).entries
  expect(await appData.history.remove([first?.id ?? '', 'unknown'])).toEqual([first?.id])
  expect((await list()).entries[0]).toEqual(second)
  expect(await appData.history.read(first?.id ?? '')).toEqual({ ok: true, value: null })
  expect(keptFiles()).toHaveLength(2)
  expect(await appData.history.clear()).toHaveLength(2)
  expect((await list()).totalEntries).toBe(0)
  expect(keptFiles()).toEqual([])
})

test('bodies that no entry names are removed at the next start, and no others', async () => {
  await add(await answered(bodies, Buffer.from('x')))
  const kept = keptFiles()
  writeFileSync(join(folder, 'history-bodies', 'orphan'), 'left by a kill')
  await appData.close()
  appData = await open()
  expect(keptFiles()).toEqual(kept)
})

test('a body that cannot be copied creates no entry', async () => {
  rmSync(join(folder, 'history-bodies'), { recursive: true })
  writeFileSync(join(folder, 'history-bodies'), 'no folder')
  await expect(add(await answered(bodies, Buffer.from('x')))).rejects.toMatchObject({ code: 'ENOTDIR' })
  expect((await list()).totalEntries).toBe(0)
})

test('without the key the history is locked, never emptied', async () => {
  await add(await answered(bodies, Buffer.from('x')))
  await appData.close()
  rmSync(join(folder, 'key.json'))
  appData = await open()
  const locked = { ok: false, failure: { code: 'SECRETS_LOCKED', reason: 'keyMissing' } }
  expect(await appData.history.list(all)).toEqual(locked)
  const from = { id: randomUUID(), requestId: 'r1', startedAt: 1, request: typedRequest }
  expect(await appData.history.add(from, await answered(bodies, Buffer.from('y')), bodies)).toEqual(locked)
  expect(keptFiles()).toHaveLength(1)
  expect(existsSync(join(folder, 'key.json'))).toBe(false)
})
