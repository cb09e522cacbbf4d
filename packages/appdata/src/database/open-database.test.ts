import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { nodeFiles } from '@parley/files'
import { FaultFiles, StoppedError } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testMigrations } from './migrate-and-die.testkit.ts'
import { openDatabase } from './open-database.ts'

const program = fileURLToPath(new URL('./migrate-and-die.testkit.ts', import.meta.url))

let folder: string
let path: string
let umask: number

beforeEach(() => {
  umask = process.umask(0)
  folder = mkdtempSync(join(tmpdir(), 'parley-database-'))
  path = join(folder, 'parley.db')
})

afterEach(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true })
})

async function opened(...[files, migrations]: [typeof nodeFiles?, ReturnType<typeof testMigrations>?]) {
  const result = await openDatabase(folder, files, migrations)
  if (result.state !== 'open') throw new Error('It was refused')
  return result
}

function texts(file = path): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database
      .prepare('SELECT text FROM kept')
      .all()
      .map(row => row.text)
  } finally {
    database.close()
  }
}

/** Writes a database of the tests' first version, with some rows. */
async function writeFirstVersion(rows = 3): Promise<void> {
  const { database } = await opened(nodeFiles, testMigrations().slice(0, 1))
  const insert = database.prepare('INSERT INTO kept VALUES (?)')
  for (let at = 0; at < rows; at++) insert.run(`${at}`)
  database.close()
}

test('the database and its companion files are private to the owner under any umask (SE2)', async () => {
  const { database } = await opened()
  database.exec("INSERT INTO drafts VALUES ('tab', 1, x'00')")
  expect(readdirSync(folder).toSorted()).toEqual(['parley.db', 'parley.db-shm', 'parley.db-wal'])
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  database.close()
})

test('a database that other users could read is closed to them', async () => {
  ;(await opened()).database.close()
  writeFileSync(join(folder, 'copy'), readFileSync(path), { mode: 0o666 })
  await nodeFiles.rename(join(folder, 'copy'), path)
  ;(await opened()).database.close()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a database of a newer version is refused and not changed', async () => {
  const raised = new DatabaseSync(path)
  raised.exec('CREATE TABLE later (text TEXT)')
  raised.exec('PRAGMA user_version = 7')
  raised.close()
  const before = readFileSync(path)
  expect(await openDatabase(folder)).toEqual({ state: 'newer', version: 7, knownVersion: 5 })
  expect(readFileSync(path)).toEqual(before)
  expect(readdirSync(folder)).toEqual(['parley.db'])
})

describe('to a new version', () => {
  test('rows are kept, and so is a private copy of the previous version', async () => {
    await writeFirstVersion()
    const { database } = await opened(nodeFiles, testMigrations())
    database.close()
    expect(readdirSync(folder).toSorted()).toEqual(['parley.db', 'parley.db.version-1'])
    expect(texts()).toEqual(['00', '11', '22'])
    expect(texts(join(folder, 'parley.db.version-1'))).toEqual(['0', '1', '2'])
    expect(statSync(join(folder, 'parley.db.version-1')).mode & 0o777).toBe(0o600)
  })

  test('a failed step keeps the previous version', async () => {
    await writeFirstVersion()
    const [first, second] = testMigrations()
    const broken = [
      first ?? (() => {}),
      (database: DatabaseSync) => {
        second?.(database)
        throw new Error('broken')
      },
    ]
    await expect(openDatabase(folder, nodeFiles, broken)).rejects.toThrow('broken')
    expect(texts()).toEqual(['0', '1', '2'])
  })

  test('killed before each statement, it is completely of one version or the other (ST12)', async () => {
    for (const dieBefore of [0, 1, 2, 3, 4]) {
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
      await writeFirstVersion()
      const { signal } = spawnSync(process.execPath, [program, folder, `${dieBefore}`])
      expect(signal).toBe('SIGKILL')
      expect(texts()).toEqual(['0', '1', '2'])
      expect(texts(join(folder, 'parley.db.version-1'))).toEqual(['0', '1', '2'])
      const { database, recovery } = await opened(nodeFiles, testMigrations())
      database.close()
      expect(recovery).toBeNull()
      expect(texts()).toEqual(['00', '11', '22'])
    }
    expect(spawnSync(process.execPath, [program, folder, '99']).status).toBe(0)
  })

  test('stopped before each operation on files, the next start completes it (ST12)', async () => {
    await writeFirstVersion()
    const counted = new FaultFiles(nodeFiles)
    ;(await opened(counted, testMigrations())).database.close()
    for (let index = 0; index < counted.log.length; index++) {
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
      await writeFirstVersion()
      const stopping = new FaultFiles(nodeFiles)
      stopping.stopAt(index)
      await expect(openDatabase(folder, stopping, testMigrations())).rejects.toThrow(StoppedError)
      expect(texts()).toEqual(['0', '1', '2'])
      ;(await opened(nodeFiles, testMigrations())).database.close()
      expect(texts()).toEqual(['00', '11', '22'])
      expect(texts(join(folder, 'parley.db.version-1'))).toEqual(['0', '1', '2'])
    }
    expect(counted.log.length).toBeGreaterThan(8)
  })

  test('a full disk during the copy changes nothing (ST2)', async () => {
    await writeFirstVersion()
    for (const operation of ['open', 'setMode', 'sync', 'rename'] as const) {
      const files = new FaultFiles(nodeFiles)
      files.failNext(
        operation,
        'ENOSPC',
        1,
        operation === 'open' || operation === 'setMode' ? 'finished' : '',
      )
      await expect(openDatabase(folder, files, testMigrations())).rejects.toThrow('ENOSPC')
      expect(texts()).toEqual(['0', '1', '2'])
    }
  })
})
