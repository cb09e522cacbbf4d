import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { nodeFiles } from '@parley/files'
import { FaultFiles, StoppedError } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { testMigrations } from './migrate-and-die.testkit.ts'
import { folder, opened, path, texts, useDatabaseFolder, writeFirstVersion } from './open-database.testkit.ts'
import { openDatabase } from './open-database.ts'

useDatabaseFolder()

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
