import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newHttpRequest } from '@parley/model'
import { memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppData } from './app-data.ts'
import { openFileBodyStore } from './file-body-store.ts'
import { answered, notAnswered } from './history/history-fixture.testkit.ts'

let folder: string
let umask: number

beforeEach(() => {
  umask = process.umask(0)
  folder = mkdtempSync(join(memoryFolder, 'parley-appdata-'))
})

afterEach(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true })
})

async function open(): Promise<AppData> {
  const opened = await AppData.open(folder, { keychain: async () => null, ownThread: false })
  if (!opened.ok) throw new Error(opened.failure.code)
  return opened.value
}

function files(): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

/** Returns a text that contains no other canary, with characters that URLs encode. */
const canary = (name: string) => `canary/${name}+é ${name}`.repeat(3)

function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  // Base64 of a text within another one may begin at three offsets; its inner part is the same for each.
  const base64 = [0, 1, 2].map(at =>
    Buffer.concat([Buffer.alloc(at), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), ...base64, bytes.toString('hex')]
}

test('no file of the folder contains secrets, in any encoding (SE1)', async () => {
  const appData = await open()
  const bodies = await openFileBodyStore(folder)
  const address = { kind: 'environment', owner: 'e1', name: 'clientSecret' }
  await appData.secrets.set(address, canary('old'))
  await appData.secrets.set(address, canary('secret'))
  await appData.drafts.write({ tabId: 't1', position: 0, content: JSON.stringify({ a: canary('draft') }) })
  await appData.drafts.write({ tabId: 't1', position: 0, content: JSON.stringify({ a: canary('again') }) })
  const tabs = [{ tabId: canary('tab'), requestId: null, view: canary('view'), hasDraft: true }]
  await appData.drafts.writeSession('/w', { tabs, activeTabId: null })
  const auth = { type: 'basic', username: 'u', password: canary('password') } as const
  const request = newHttpRequest({ method: 'GET', url: `http://h.example/?k=${canary('typed')}`, auth })
  const from = () => ({ id: randomUUID(), requestId: 'r1', startedAt: 1, request })
  await appData.history.add(
    from(),
    await answered(bodies, Buffer.from('{}'), `http://h/${canary('sent')}`),
    bodies,
  )
  await appData.history.add(from(), notAnswered(), bodies)
  // Once with the log that is not yet in the database, and once with everything in the database.
  const whileOpen = files().map(path => readFileSync(path))
  await appData.close()
  const contents = [...whileOpen, ...files().map(path => readFileSync(path))]
  const names = ['old', 'secret', 'draft', 'again', 'tab', 'password', 'typed', 'sent']
  const found = names.filter(name =>
    formsOf(canary(name)).some(form => contents.some(content => content.includes(form))),
  )
  expect(found).toEqual([])
  writeFileSync(join(folder, 'proof'), canary('proof'))
  expect(files().some(path => readFileSync(path).includes(formsOf(canary('proof'))[0] ?? ''))).toBe(true)
})

test('all files are private to the owner under any umask (SE2)', async () => {
  const appData = await open()
  await appData.secrets.set({ kind: 'k', owner: 'o', name: 'n' }, 'v')
  const names = files()
  expect(names.length).toBeGreaterThanOrEqual(5)
  for (const path of names) {
    // The copy made at the start is written at the same time, and its journal appears and disappears.
    const mode = statSync(path, { throwIfNoEntry: false })?.mode
    if (mode !== undefined) expect([path, mode & 0o777]).toEqual([path, 0o600])
  }
  await appData.close()
})

test('the numbers contain the places and sizes of the data', async () => {
  const appData = await open()
  const bodies = await openFileBodyStore(folder)
  const request = newHttpRequest({ method: 'GET', url: 'http://h' })
  const from = { id: randomUUID(), requestId: 'r1', startedAt: 1, request }
  await appData.history.add(from, await answered(bodies, Buffer.alloc(1000)), bodies)
  await appData.drafts.write({ tabId: 't1', position: 0, content: '{}' })
  await appData.secrets.set({ kind: 'k', owner: 'o', name: 'n' }, 'v')
  writeFileSync(join(folder, 'parley.db.damaged-17'), 'x')
  const numbers = await appData.numbers()
  expect(numbers).toMatchObject({
    folder,
    database: { path: join(folder, 'parley.db'), count: 2 },
    historyBodies: { path: join(folder, 'history-bodies'), count: 1, sizeBytes: 1000 },
    secrets: { path: join(folder, 'secrets.json'), count: 1 },
    historyEntries: 1,
    drafts: 1,
    copies: expect.arrayContaining([{ path: join(folder, 'parley.db.damaged-17'), sizeBytes: 1 }]),
  })
  expect(numbers.database.sizeBytes).toBeGreaterThan(4096)
  writeFileSync(join(folder, 'secrets.json'), '{')
  expect((await appData.numbers()).secrets).toMatchObject({ sizeBytes: 1, count: null })
  await appData.close()
})

test('files keep their ids across starts', async () => {
  const first = await open()
  const [one, two] = [
    { path: 'a.yml', id: 'one', goneSinceMs: null, fingerprint: '5:abc' },
    { path: 'b.yml', id: 'two', goneSinceMs: 1_700_000_000_000.5, fingerprint: '' },
  ] as const
  const none = { put: [], drop: [], begun: [], settled: [] }
  const old = { path: 'old.yml', id: 'three', goneSinceMs: null, fingerprint: '' }
  const [begun, later] = [{ intentId: 'i1', kind: 'move', from: 'a' }, { intentId: 'i2' }]
  await first.identitiesOf('w').write({ ...none, put: [old, { ...one, path: 'former.yml' }], begun: [begun] })
  await first.identitiesOf('other').write({ ...none, put: [one] })
  await first
    .identitiesOf('w')
    .write({ put: [one, two], drop: ['three'], begun: [later], settled: ['i3', 'i1'] })
  await first.close()
  const second = await open()
  expect(await second.identitiesOf('w').load()).toEqual({ entries: [one, two], intents: [later] })
  expect(await second.identitiesOf('other').load()).toEqual({ entries: [one], intents: [] })
  expect(await second.identitiesOf('unknown').load()).toEqual({ entries: [], intents: [] })
  await second.close()
})
