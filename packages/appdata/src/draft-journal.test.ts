import { spawn } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@parley/testkit'
import { sampleCount, sampleNumber } from '@parley/testkit/sample-of'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppDatabase } from './database/app-database.ts'
import { draftsTable } from './database/drafts-table.ts'
import { openDatabase } from './database/open-database.ts'
import { DraftJournal } from './draft-journal.ts'
import { Vault } from './secrets/vault.ts'
import { draftContent } from './write-drafts.testkit.ts'

const program = fileURLToPath(new URL('./write-drafts.testkit.ts', import.meta.url))

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-drafts-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

async function opened(isInUse = true) {
  const result = await AppDatabase.open(folder)
  if (!result.ok) throw new Error(result.failure.code)
  const vault = new Vault({ folder, keychain: async () => null, isInUse: async () => isInUse })
  return { database: result.value, journal: new DraftJournal(result.value, vault) }
}

test('drafts are read in the order of the tabs, without removed ones', async () => {
  const first = await opened(false)
  await first.journal.write({ tabId: 'b', position: 2, content: '{"b":1}' })
  await first.journal.write({ tabId: 'a', position: 1, content: '{"a":1}' })
  await first.journal.write({ tabId: 'c', position: 3, content: '{"c":1}' })
  await first.journal.write({ tabId: 'b', position: 0, content: '{"b":2}' })
  await first.journal.remove('c')
  await first.database.close()
  const second = await opened()
  expect(await second.journal.readAll()).toEqual({
    drafts: [
      { tabId: 'b', position: 0, content: '{"b":2}', edits: [] },
      { tabId: 'a', position: 1, content: '{"a":1}', edits: [] },
    ],
    locked: null,
  })
  await second.database.close()
})

test('each workspace has its own open tabs', async () => {
  const { database, journal } = await opened(false)
  const session = {
    tabs: [
      { tabId: 'a', requestId: 'r1', view: '{}', hasDraft: false },
      { tabId: 'b', requestId: null, view: '', hasDraft: true },
    ],
    activeTabId: 'b',
  }
  await journal.writeSession('/w/one', { tabs: [], activeTabId: null })
  await journal.writeSession('/w/one', session)
  expect(await journal.readSession('/w/one')).toEqual({ ok: true, value: session })
  expect(await journal.readSession('/w/two')).toEqual({ ok: true, value: null })
  await database.close()
})

test('drafts are locked without the key, and readable again with it', async () => {
  const first = await opened(false)
  await first.journal.write({ tabId: 'a', position: 1, content: '{}' })
  await first.database.close()
  const key = readFileSync(join(folder, 'key.json'))
  rmSync(join(folder, 'key.json'))
  const second = await opened()
  expect(await second.journal.readAll()).toEqual({
    drafts: [],
    locked: { code: 'SECRETS_LOCKED', reason: 'keyMissing' },
  })
  expect((await second.journal.write({ tabId: 'a', position: 1, content: '[]' })).ok).toBe(false)
  await second.database.close()
  writeFileSync(join(folder, 'key.json'), key)
  const third = await opened()
  expect((await third.journal.readAll()).drafts).toEqual([
    { tabId: 'a', position: 1, content: '{}', edits: [] },
  ])
  await third.database.close()
})

test('edits of a draft are read in their order, up to the first that is missing', async () => {
  const { database, journal } = await opened(false)
  const edits = async () => (await journal.readAll()).drafts.map(draft => draft.edits)
  await journal.write({ tabId: 'a', position: 0, content: 'first' })
  await journal.writeEdit('a', 1, 'one')
  await journal.writeEdit('a', 2, 'two')
  await journal.writeEdit('a', 3, 'three')
  expect(await edits()).toEqual([['one', 'two', 'three']])
  await journal.writeEdit('a', 2, 'another')
  expect(await edits()).toEqual([['one', 'another']])
  await journal.writeEdit('a', 4, 'too early')
  expect(await edits()).toEqual([['one', 'another']])
  await journal.write({ tabId: 'a', position: 0, content: 'second' })
  expect(await edits()).toEqual([[]])
  await journal.writeEdit('a', 1, 'of a removed draft')
  await journal.remove('a')
  await journal.write({ tabId: 'a', position: 0, content: 'third' })
  expect(await edits()).toEqual([[]])
  await database.close()
})

test('an edit that was moved to another place is not read, and the draft without it is', async () => {
  const { database, journal } = await opened(false)
  await journal.write({ tabId: 'a', position: 0, content: 'first' })
  await journal.writeEdit('a', 1, 'one')
  await journal.writeEdit('a', 2, 'two')
  await database.close()
  const raw = new DatabaseSync(join(folder, 'parley.db'))
  raw.exec(
    'UPDATE draft_edits SET content = (SELECT content FROM draft_edits WHERE number = 2) WHERE number = 1',
  )
  raw.close()
  const second = await opened()
  expect((await second.journal.readAll()).drafts).toEqual([
    { tabId: 'a', position: 0, content: 'first', edits: [] },
  ])
  await second.database.close()
})

const kills = sampleCount(50)

test(`a process killed ${kills} times while it writes loses no resolved write (ST7)`, async () => {
  let from = 0
  for (let round = 0; round < kills; round++) {
    const child = spawn(process.execPath, [program, folder, `${from}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
    })
    const ended = new Promise(resolve => child.once('close', resolve))
    const wanted = 1 + ((round * 37) % 60)
    await waitFor(
      () => output.split('\n').length > wanted,
      () => `${wanted} writes`,
      { timeoutMs: 30_000 },
    )
    child.kill('SIGKILL')
    await ended
    const last = Number(output.trimEnd().split('\n').at(-1))
    from = await checkJournal(last)
  }
}, 180_000)

/** Checks that every tab has a complete write, no older than the last known one; returns the next number. */
async function checkJournal(lastResolved: number): Promise<number> {
  const { database, journal } = await opened()
  const { drafts, locked } = await journal.readAll()
  await database.close()
  expect(locked).toBeNull()
  const numbers = drafts.map(({ content, edits }) => Number(JSON.parse(edits.at(-1) ?? content).at))
  expect(drafts.map(({ content, edits }) => edits.at(-1) ?? content)).toEqual(numbers.map(draftContent))
  for (const { content, edits } of drafts) {
    const written = [content, ...edits].map(text => Number(JSON.parse(text).at))
    expect(written).toEqual(written.map((_, index) => (written[0] ?? 0) + index * 3))
  }
  expect(drafts.map(({ tabId }) => tabId)).toEqual(numbers.map(at => `tab${at % 3}`))
  const newest = Math.max(...numbers)
  expect([lastResolved, lastResolved + 1]).toContain(newest)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(newest - 2)
  return newest + 1
}

test('a journal truncated at any byte opens with everything written before (ST7)', async () => {
  const result = await openDatabase(folder)
  if (result.state !== 'open') throw new Error('It was refused')
  const table = draftsTable(result.database)
  // The rows before the truncated log.
  result.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const lengths = [0]
  const log = join(folder, 'parley.db-wal')
  for (let at = 0; at < 12; at++) {
    table.writeDraft({ tabId: 'tab', position: at, content: new Uint8Array(at * 600).fill(at) })
    lengths.push(readFileSync(log).byteLength)
  }
  const bytes = readFileSync(log)
  copyFileSync(join(folder, 'parley.db'), join(folder, 'whole.db'))
  result.database.close()
  const tears = lengths.flatMap(length => [length - 1, length, length + 1, length + 25, length + 2000])
  const first = sampleNumber('truncated journal')
  const random = Array.from(
    { length: sampleCount(200) },
    (_, at) => (first + at * 104_729) % bytes.byteLength,
  )
  for (const tear of [...tears, ...random].filter(at => at >= 0 && at <= bytes.byteLength)) {
    for (const tail of [Buffer.alloc(0), Buffer.alloc(bytes.byteLength - tear, 0xee)]) {
      cpSync(join(folder, 'whole.db'), join(folder, 'torn.db'))
      writeFileSync(join(folder, 'torn.db-wal'), Buffer.concat([bytes.subarray(0, tear), tail]))
      const torn = new DatabaseSync(join(folder, 'torn.db'))
      const [draft] = draftsTable(torn).readDrafts()
      const whole = lengths.filter(length => length <= tear).length - 2
      expect(draft?.position ?? -1).toBe(whole)
      expect(draft?.content.every(byte => byte === whole) ?? true).toBe(true)
      torn.close()
    }
  }
})
