import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppDatabase, type AppDatabaseOptions } from './app-database.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder, 'parley-database-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

async function openedWith(options: AppDatabaseOptions): Promise<AppDatabase> {
  const result = await AppDatabase.open(folder, options)
  if (!result.ok) throw new Error(result.failure.code)
  return result.value
}

describe.each([
  { name: 'in its own thread', options: {} },
  { name: 'in the thread of its user', options: { ownThread: false } },
])('$name', ({ options }) => {
  const opened = () => openedWith(options)

  test('written rows are there after closing and opening again', async () => {
    const first = await opened()
    await first.run('writeDraft', { tabId: 'a', position: 2, content: new Uint8Array([1, 2]) })
    await first.run('writeDraft', { tabId: 'b', position: 1, content: new Uint8Array([3]) })
    await first.close()
    const second = await opened()
    expect(await second.run('readDrafts')).toEqual([
      { tabId: 'b', position: 1, content: new Uint8Array([3]) },
      { tabId: 'a', position: 2, content: new Uint8Array([1, 2]) },
    ])
    expect(await second.run('countRows')).toEqual({ historyEntries: 0, drafts: 2, sealedRows: 2 })
    await second.close()
  })

  test('pending calls complete on closing; later ones are refused', async () => {
    const database = await opened()
    const calls = Array.from({ length: 20 }, (_, position) =>
      database.run('writeDraft', { tabId: `${position}`, position, content: new Uint8Array(1000) }),
    )
    await database.close()
    await Promise.all(calls)
    await expect(database.run('readDrafts')).rejects.toMatchObject({ code: 'CLOSED' })
    await database.close()
  })

  test('a failed operation rejects with SQLite’s code, and the next one succeeds', async () => {
    const database = await opened()
    const row = { id: 'a', sentAt: 1, requestId: null, bodyFile: null, logFile: null }
    const bytes = new Uint8Array(1)
    await database.run('addHistory', { ...row, summary: bytes, detail: bytes }, 100)
    const again = database.run('addHistory', { ...row, summary: bytes, detail: bytes }, 100)
    await expect(again).rejects.toMatchObject({ name: 'DatabaseError', code: 'SQLITE_2067' })
    expect(await database.run('listHistory', null)).toHaveLength(1)
    await database.close()
  })

  test('a newer database is reported with its version', async () => {
    const newer = new DatabaseSync(join(folder, 'parley.db'))
    newer.exec('PRAGMA user_version = 12')
    newer.close()
    expect(await AppDatabase.open(folder, options)).toEqual({
      ok: false,
      failure: { code: 'NEWER_APP_DATA', version: 12, knownVersion: 5 },
    })
  })

  test('a folder that cannot be used rejects with the system’s code', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expect(AppDatabase.open(join(folder, 'file'), options)).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  test('a damaged database is reported', async () => {
    writeFileSync(join(folder, 'parley.db'), 'no database at all'.repeat(999))
    const database = await opened()
    expect(database.recovery?.setAsidePath).toMatch(/parley\.db\.damaged-\d+$/)
    await database.close()
  })
})
