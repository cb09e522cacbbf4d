import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeFiles } from '@parley/files'
import { expect, test } from 'vitest'
import { testMigrations } from './migrate-and-die.testkit.ts'
import { folder, opened, texts, useDatabaseFolder, writeFirstVersion } from './open-database.testkit.ts'

useDatabaseFolder()

const program = fileURLToPath(new URL('./migrate-and-die.testkit.ts', import.meta.url))

test('a change to a new version that is killed before each statement, leaves a database that is completely of one version or the other (ST12)', async () => {
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
