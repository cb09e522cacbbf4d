import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { nodeFiles } from '@parley/files'
import { FaultFiles, memoryFolder, StoppedError } from '@parley/testkit'
import { evenly } from '@parley/testkit/evenly'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeRecovery } from './describe-recovery.ts'
import { openDatabase } from './open-database.ts'
import type { TableState } from './recovery-report.ts'
import { makeRollingCopy } from './rolling-copy.ts'
import { tablesOf } from './salvage-table.ts'

let folder: string
let path: string

/** Gives each test of the file a folder. */
export function useDamagedFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(memoryFolder, 'parley-recovery-'))
    path = join(folder, 'parley.db')
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  afterAll(() => {
    for (const template of templates.values()) rmSync(template, { recursive: true })
    templates.clear()
  })
}

async function opened(files = nodeFiles) {
  const result = await openDatabase(folder, files)
  if (result.state !== 'open') throw new Error('It was refused')
  return result
}

const sealed = (text: string, bytes = 3000) => Buffer.alloc(bytes, `${text} `)
const rowCount = 40

/** A row of each table of the schema. A table without a row here fails the test. */
const rowOf: Readonly<Record<string, (at: number) => Readonly<Record<string, SQLInputValue>>>> = {
  history: at => ({
    sequence: at + 1,
    id: `h${at}`,
    sent_at: 1000 - at,
    request_id: 'r',
    body_file: `b${at}`,
    log_file: `l${at}`,
    summary: sealed(`summary ${at}`, 300),
    detail: sealed(`detail ${at}`, 9000),
  }),
  drafts: at => ({ tab_id: `t${at}`, position: at, content: sealed(`draft ${at}`) }),
  draft_edits: at => ({ tab_id: `t${at}`, number: 1, content: sealed(`edit ${at}`) }),
  sessions: at => ({ workspace: `/w${at}`, content: sealed(`session ${at}`) }),
  identities: at => ({
    workspace: '/w',
    path: `${'a folder/'.repeat(30)}${at}.yml`,
    id: `i${at}`,
    gone_since: null,
    fingerprint: `content ${at}`,
  }),
  intents: at => ({ sequence: at + 1, workspace: '/w', id: `n${at}`, content: `"intent ${at}"` }),
  workspaces: at => ({ key: `k${at}`, folder: `/w${at}` }),
  runs: at => ({
    sequence: at + 1,
    id: `u${at}`,
    target_id: 'c',
    size_bytes: 9,
    summary: sealed(`run ${at}`),
  }),
  run_pieces: at => ({
    run_id: `u${at}`,
    piece: 0,
    rows: sealed(`rows ${at}`),
    results: sealed(`results ${at}`),
  }),
  run_bodies: at => ({ body_file: `run body ${at}`, run_id: `u${at}` }),
}

function tableNames(): readonly string[] {
  const database = new DatabaseSync(path)
  const names = tablesOf(database).map(({ name }) => name)
  database.close()
  return names
}

function insert(database: DatabaseSync, table: string, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const row = rowOf[table]?.(at)
    if (row === undefined) throw new Error(`No rows for the table ${table}`)
    const names = Object.keys(row)
    database
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(row))
  }
}

const templates = new Map<boolean, string>()

/** Writes a database with rows in every table; the rolling copy lacks the last ones. */
async function write(hasCopy = true): Promise<void> {
  const template = templates.get(hasCopy)
  if (template !== undefined) return cpSync(template, folder, { recursive: true })
  await writeRows(hasCopy)
  const made = mkdtempSync(join(memoryFolder, 'parley-recovery-'))
  cpSync(folder, made, { recursive: true })
  templates.set(hasCopy, made)
}

async function writeRows(hasCopy: boolean): Promise<void> {
  const { database } = await opened()
  const tables = tablesOf(database).map(({ name }) => name)
  for (const table of tables) insert(database, table, 0, rowCount - 5)
  if (hasCopy) await makeRollingCopy(database, folder, nodeFiles)
  for (const table of tables) insert(database, table, rowCount - 5, rowCount)
  database.close()
}

/** Returns the unchanged rows of a table, by number. */
function rowsOf(database: DatabaseSync, table: string): readonly number[] {
  const stored = database.prepare(`SELECT * FROM ${table}`).all()
  return Array.from({ length: rowCount }, (_, at) => at).filter(at => {
    const wanted = Object.entries(rowOf[table]?.(at) ?? {})
    return stored.some(row => wanted.every(([name, value]) => isSame(row[name], value)))
  })
}

const isSame = (one: unknown, other: unknown) =>
  one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : one === other

const all = Array.from({ length: rowCount }, (_, at) => at)
const copied = all.slice(0, rowCount - 5)

const pageBytes = 4096

function overwrite(offset: number, bytes: Uint8Array): void {
  const file = readFileSync(path)
  file.set(bytes.subarray(0, Math.max(0, file.byteLength - offset)), offset)
  writeFileSync(path, file)
}

/** Returns the pages of a table with their kinds, in order. */
function pagesOf(table: string): readonly { readonly page: number; readonly kind: string }[] {
  const database = new DatabaseSync(path)
  const pages = database
    .prepare('SELECT pageno AS page, pagetype AS kind FROM dbstat WHERE name = ?')
    .all(table)
  database.close()
  return pages.map(({ page, kind }) => ({ page: Number(page), kind: String(kind) }))
}

const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 37 + 11) & 0xff))

/** Damage to the whole file, and the surviving content of every table: with and without a rolling copy. */
const damageOfFile: Readonly<
  Record<string, { damage(): void; withCopy: readonly number[]; alone: readonly number[] }>
> = {
  'an empty file': { damage: () => writeFileSync(path, ''), withCopy: copied, alone: [] },
  'text in its place': {
    damage: () => writeFileSync(path, 'this is no database, and it is long enough'.repeat(999)),
    withCopy: copied,
    alone: [],
  },
  'NUL bytes in its place': {
    damage: () => writeFileSync(path, Buffer.alloc(statSync(path).size)),
    withCopy: copied,
    alone: [],
  },
  'a folder in its place': {
    damage: () => {
      rmSync(path)
      mkdirSync(path)
    },
    withCopy: copied,
    alone: [],
  },
  'only its first bytes': {
    damage: () => writeFileSync(path, readFileSync(path).subarray(0, 100)),
    withCopy: copied,
    alone: [],
  },
  'text over its header': {
    damage: () => overwrite(0, Buffer.from('not a database at all....')),
    withCopy: all,
    alone: [],
  },
  'a first page of zeros': {
    damage: () => overwrite(0, Buffer.alloc(pageBytes)),
    withCopy: all,
    alone: [],
  },
  'a log of garbage': {
    damage: () => writeFileSync(`${path}-wal`, noise(50_000)),
    withCopy: all,
    alone: all,
  },
  'the log of another database': {
    damage: () => copyFileSync(logOfAnother(), `${path}-wal`),
    withCopy: all,
    alone: all,
  },
}

/** Returns a log with intact pages, of a database with another layout. */
function logOfAnother(): string {
  const other = join(folder, 'other.db')
  const database = new DatabaseSync(other)
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE kept (text TEXT)')
  const add = database.prepare('INSERT INTO kept VALUES (?)')
  for (let at = 0; at < 200; at++) add.run('another'.repeat(99))
  copyFileSync(`${other}-wal`, join(folder, 'other.log'))
  database.close()
  return join(folder, 'other.log')
}

/** Tests everything about damaged databases but what the other functions do. */
export function testRecovery(): void {
  describe.each(Object.entries(damageOfFile))('%s', (_, { damage, withCopy, alone }) => {
    test.each([
      ['with a rolling copy', true, withCopy],
      ['without one', false, alone],
    ] as const)('%s', async (_, hasCopy, expected) => {
      await write(hasCopy)
      damage()
      const isEmptyFileAlone =
        !hasCopy && readdirSync(folder).every(name => name === 'parley.db') && statSync(path).size === 0
      const { database, recovery, isRecovered } = await opened()
      for (const table of tablesOf(database))
        expect([table.name, rowsOf(database, table.name)]).toEqual([table.name, expected])
      expect(database.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok')
      database.close()
      // An empty file does not reveal that there was more.
      if (expected === all) return
      expect(isRecovered).toBe(!isEmptyFileAlone)
      const state: TableState = expected.length === 0 ? 'lost' : 'copied'
      if (!isEmptyFileAlone) expect(new Set(Object.values(recovery?.tables ?? {}))).toEqual(new Set([state]))
    })
  })

  describe('damage to a page of one table', () => {
    test('every table of the schema has rows to test with', async () => {
      await write()
      expect(tableNames()).toEqual(Object.keys(rowOf).toSorted())
    })

    test('without a copy the rows of the other pages are kept', async () => {
      await write(false)
      const [, second] = pagesOf('drafts').filter(one => one.kind === 'leaf')
      overwrite(((second?.page ?? 0) - 1) * pageBytes, Buffer.alloc(pageBytes))
      const { database, recovery } = await opened()
      const kept = rowsOf(database, 'drafts')
      expect(kept.length).toBeGreaterThan(rowCount - 8)
      expect(kept.length).toBeLessThan(rowCount)
      expect(recovery?.tables).toMatchObject({ drafts: 'partial', history: 'whole' })
      database.close()
    })
  })

  test('an id that has moved since the copy has only its new path', async () => {
    await write()
    const database = new DatabaseSync(path)
    database.exec("UPDATE identities SET path = 'moved.yml' WHERE id = 'i0'")
    database.close()
    const leaf = pagesOf('identities').findLast(one => one.kind === 'leaf')
    const holdsMoved = (page: number) =>
      readFileSync(path)
        .subarray((page - 1) * pageBytes, page * pageBytes)
        .includes('moved.yml')
    const other = pagesOf('identities').find(one => one.kind === 'leaf' && !holdsMoved(one.page)) ?? leaf
    overwrite(((other?.page ?? 0) - 1) * pageBytes, Buffer.alloc(pageBytes))
    const again = await opened()
    expect(again.database.prepare("SELECT path FROM identities WHERE id = 'i0'").all()).toEqual([
      { __proto__: null, path: 'moved.yml' },
    ])
    again.database.close()
  })

  test('a full disk during a repair keeps the damaged file in its place', async () => {
    await write()
    overwrite(pageBytes, Buffer.alloc(pageBytes))
    const damaged = readFileSync(path)
    for (const operation of ['open', 'write', 'sync', 'rename'] as const) {
      const files = new FaultFiles(nodeFiles)
      files.failNext(operation, 'ENOSPC')
      await expect(openDatabase(folder, files)).rejects.toThrow('ENOSPC')
      expect(readFileSync(path).equals(damaged)).toBe(true)
    }
  })

  test('files that a repair leaves are private to the owner', async () => {
    const umask = process.umask(0)
    try {
      await write()
      overwrite(pageBytes, Buffer.alloc(pageBytes))
      ;(await opened()).database.close()
      const modes = readdirSync(folder).map(name => [name, statSync(join(folder, name)).mode & 0o777])
      expect(modes.length).toBeGreaterThanOrEqual(4)
      for (const [name, mode] of modes) expect([name, mode]).toEqual([name, 0o600])
    } finally {
      process.umask(umask)
    }
  })

  test('every outcome is described', () => {
    const report = { at: 1, setAsidePath: '/d/parley.db.damaged-1', copiedAt: 1_700_000_000_000 }
    const whole = Object.fromEntries(Object.keys(rowOf).map(name => [name, 'whole' as TableState]))
    expect(describeRecovery({ ...report, copiedAt: null, tables: whole })).toEqual({
      sentence: 'Parley’s database was damaged and was repaired. Nothing was lost.',
      lines: [],
      nextStep:
        'The damaged file is kept as /d/parley.db.damaged-1. You can delete it if nothing is missing.',
    })
    const tables = { ...whole, drafts: 'partial', run_pieces: 'copied', history: 'lost' } as const
    expect(describeRecovery({ ...report, tables }).lines).toEqual([
      'Complete: open tabs, links between files and their history and secrets',
      'In part, with the copy of 2023-11-14 22:13 UTC: unsaved tabs',
      'From the copy of 2023-11-14 22:13 UTC: collection runs',
      'Lost: history',
    ])
    // No table is shown by its name in the schema.
    for (const name of Object.keys(rowOf))
      expect(describeRecovery({ ...report, tables: { [name]: 'lost' } }).lines[0]).not.toContain('_')
  })
}

/**
 * Tests damage to a page of a table: one of `everyNth`. With 9, every table, kind of damage and place of the page is among
 * them.
 */
export function testDamagedPages(everyNth: number): void {
  describe('damage to a page of one table', () => {
    const kinds: Readonly<Record<string, () => Uint8Array>> = {
      zeros: () => Buffer.alloc(pageBytes),
      noise: () => noise(pageBytes),
    }
    const places = ['first', 'middle', 'last', 'root'] as const

    const damages = Object.keys(rowOf).flatMap(table =>
      Object.keys(kinds).flatMap(kind => places.map(place => [table, kind, place] as const)),
    )

    test.each(damages.filter((_, index) => index % everyNth === 0))(
      '%s: %s in the %s page (FI7)',
      async (table, kind, place) => {
        await write()
        const pages = pagesOf(table)
        const leaves = pages.filter(one => one.kind === 'leaf')
        const root = pages.find(one => one.kind === 'internal') ?? pages[0]
        const at = { first: 0, middle: Math.floor(leaves.length / 2), last: leaves.length - 1 }
        const page = (place === 'root' ? root : leaves[at[place]])?.page ?? 0
        overwrite((page - 1) * pageBytes, kinds[kind]?.() ?? Buffer.alloc(0))
        const { database, recovery } = await opened()
        for (const { name } of tablesOf(database)) {
          const kept = rowsOf(database, name)
          if (name !== table) expect([name, kept]).toEqual([name, all])
          // Only rows of the damaged page that the copy lacks are lost.
          else expect(kept).toEqual(expect.arrayContaining([...copied]))
        }
        expect(recovery?.tables[table]).not.toBe('lost')
        expect(database.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok')
        database.close()
        expect(readFileSync(recovery?.setAsidePath ?? '').byteLength).toBeGreaterThan(0)
      },
    )
  })
}

/** Tests a repair that is stopped at `stops` of its operations. */
export function testStoppedRepairs(stops: number): void {
  test('a repair that is stopped before each operation loses nothing, and the next start completes it (FI7)', {
    timeout: 300_000,
  }, async () => {
    const setUp = async () => {
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
      await write()
      const [leaf] = pagesOf('history').filter(one => one.kind === 'leaf')
      overwrite(((leaf?.page ?? 0) - 1) * pageBytes, Buffer.alloc(pageBytes))
      return readFileSync(path)
    }
    await setUp()
    const counted = new FaultFiles(nodeFiles)
    ;(await opened(counted)).database.close()
    expect(counted.log.length).toBeGreaterThan(40)
    for (const index of evenly([...counted.log.keys()], stops)) {
      const damaged = await setUp()
      const stopping = new FaultFiles(nodeFiles)
      stopping.stopAt(index)
      await expect(openDatabase(folder, stopping)).rejects.toThrow(StoppedError)
      const { database, recovery } = await opened()
      expect(rowsOf(database, 'drafts')).toEqual(all)
      expect(rowsOf(database, 'history')).toEqual(expect.arrayContaining([...copied]))
      database.close()
      expect(recovery).not.toBeNull()
      expect(readFileSync(recovery?.setAsidePath ?? '').equals(damaged)).toBe(true)
      const left = readdirSync(folder).filter(name => /salvage|recover(?:ing|ed)/.test(name))
      expect(left).toEqual([])
    }
  })
}

/** Tests databases of which only these shares are left. */
export function testTruncated(leftShares: readonly number[]): void {
  test('a truncated file gives its remaining rows, and the copy the rest', async () => {
    await write()
    const size = statSync(path).size
    for (const share of leftShares) {
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
      await write()
      writeFileSync(path, readFileSync(path).subarray(0, Math.floor(size * share)))
      const { database } = await opened()
      for (const { name } of tablesOf(database))
        expect(rowsOf(database, name)).toEqual(expect.arrayContaining([...copied]))
      database.close()
    }
  })
}
