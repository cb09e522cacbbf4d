import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { FaultFiles } from '@parley/testkit'
import { expect, test } from 'vitest'
import { folder, opened, useDatabaseFolder } from './open-database.testkit.ts'

useDatabaseFolder()

const companions = ['', '-wal', '-shm', '-journal']
const leftByKills = [
  ...['copying', 'recovering', 'salvage'].flatMap(ending =>
    companions.map(one => `parley.db.${ending}${one}`),
  ),
  'parley.db.version-3.unfinished',
]
const ofTheUser = [
  'parley.db.copying.bak',
  'my-parley.db.copying',
  'parley.db.version-x.unfinished',
  'parley.db.damaged-5',
  'parley.db.version-3',
]

test('databases that a killed process was writing are removed at the next start, and no others (ST1)', async () => {
  for (const name of [...leftByKills, ...ofTheUser]) writeFileSync(join(folder, name), 'half')
  ;(await opened()).database.close()
  expect(readdirSync(folder).toSorted()).toEqual(['parley.db', ...ofTheUser].toSorted())
})

test('what cannot be removed stops no start (ST1)', async () => {
  mkdirSync(join(folder, 'parley.db.salvage'))
  writeFileSync(join(folder, 'parley.db.copying'), 'half')
  const files = new FaultFiles(nodeFiles)
  files.failNext('removeFile', 'EACCES', 1, '.copying')
  ;(await opened(files)).database.close()
  expect(readdirSync(folder).toSorted()).toEqual(['parley.db', 'parley.db.copying', 'parley.db.salvage'])
})
