import { spawn } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { memoryFolder, waitFor } from '@parley/testkit'
import { randomFrom } from '@parley/testkit/random'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { AppDatabase } from './database/app-database.ts'
import { draftsTable } from './database/drafts-table.ts'
import { openDatabase } from './database/open-database.ts'
import { DraftJournal } from './draft-journal.ts'
import { Vault } from './secrets/vault.ts'
import { draftContent } from './write-drafts.testkit.ts'

const program = fileURLToPath(new URL('./write-drafts.testkit.ts', import.meta.url))

/** The folder of the present test. */
export let folder: string

/** Gives each test of the file a folder. */
export function useJournalFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(memoryFolder, 'parley-drafts-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
}

/** Opens the journal in the folder. */
export async function opened(isInUse = true) {
  const result = await AppDatabase.open(folder, { ownThread: false })
  if (!result.ok) throw new Error(result.failure.code)
  const vault = new Vault({ folder, keychain: async () => null, isInUse: async () => isInUse })
  return { database: result.value, journal: new DraftJournal(result.value, vault) }
}

/** Tests a journal whose writer is killed. */
export function testKilledWriters(kills: number): void {
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
}

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

/** Tests a journal that is truncated at the ends of its writes and at random bytes. */
export function testTornJournals(randomTears: number): void {
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
    const next = randomFrom(inject('seed'))
    const random = Array.from({ length: randomTears }, () => Math.floor(next() * bytes.byteLength))
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
}
