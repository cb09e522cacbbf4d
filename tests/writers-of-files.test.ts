import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { productSources, repository } from '../scripts/language/product-sources.ts'

/** What writes, moves or replaces a file of its own accord. `writeFileAtomically` has its tests of every step. */
const ownWrite =
  /\b(?:moveToNew|moveFileToNew|copyTree)\(|await backup\(|'(?:createNew|writeExisting)'|'wx'|\bfiles\.rename\(|nodeFiles\.rename\(|'VACUUM INTO/

const commands = 'packages/workspace/src/faults/kill-at-every-step.testkit.ts'
const database = 'packages/appdata/src/database/recover-database.testkit.ts'

/** The tests that fail, kill or cut the power at the steps of each writer. */
const tested: Readonly<Record<string, string>> = {
  'packages/workspace/src/trash/copy-tree.ts': commands,
  'packages/workspace/src/trash/snapshot.ts': 'packages/workspace/src/faults/faults.testkit.ts',
  'packages/workspace/src/trash/trash.ts': commands,
  'packages/workspace/src/commands/copy-entry.ts': commands,
  'packages/workspace/src/commands/entry-layout.ts': commands,
  'packages/workspace/src/commands/write-new-tree.ts': commands,
  'packages/files/src/file-lock.ts': 'packages/files/src/file-lock.test.ts',
  'packages/files/src/move-to-new.ts': 'packages/files/src/move-to-new.test.ts',
  'packages/files/src/rename-patiently.ts': 'packages/workspace/src/faults/faults.testkit.ts',
  'packages/files/src/spooled-file.ts': 'packages/files/src/spooled-file.test.ts',
  'packages/files/src/write-file-atomically.ts': 'packages/files/src/write-file-atomically.test.ts',
  'packages/appdata/src/stored-body.ts': 'packages/appdata/src/file-body-store.test.ts',
  'packages/appdata/src/database/open-database.ts': 'packages/appdata/src/database/open-database.test.ts',
  'packages/appdata/src/database/database-files.ts': database,
  'packages/appdata/src/database/recover-database.ts': database,
  'packages/appdata/src/database/rolling-copy.ts': database,
  'packages/appdata/src/database/scratch-copy.ts': database,
  'apps/single/src/unpack-program.ts': 'apps/single/src/unpack-program.test.ts',
}

/** Writers without such a test, and why a file that is there in part does no harm. */
const harmless: Readonly<Record<string, string>> = {
  'apps/cli/src/output/file-target.ts':
    'A new file that the user named; one of a failed command is named or removed.',
  'apps/cli/src/output/written-in-place.ts': 'A pipe or a device that the user named.',
  'apps/server/src/bodies/body-files.ts': 'A body of this start; the next one removes it.',
  'apps/server/src/desktop/desktop-downloads.ts': 'A new download, which has another name until it is whole.',
  'apps/server/src/library/open-library-workspace.ts':
    'The sample, which has another name until it is whole.',
  'apps/server/src/live/search/export-messages.ts': 'An export of this start; the next one removes it.',
  'apps/server/src/picked-files/picked-files.ts': 'A copy for this start; the next one removes it.',
  'packages/appdata/src/history/history-bodies.ts': 'It moves bodies of no entry aside, whole.',
  'packages/appdata/src/lock/acquire-lock.ts': 'An empty file, which SQLite locks.',
  'packages/appdata/src/settings-file.ts': 'It moves settings that cannot be read aside, whole.',
  'packages/files/src/file-system.ts': 'It names what the others do.',
  'packages/files/src/files-at-once.ts': 'New files in a folder that has another name until all are whole.',
}

test('each writer of files replaces them as a whole, or has a test of its faults (ST4)', () => {
  const found = productSources().filter(file => {
    const text = readFileSync(`${repository}${file}`, 'utf8').replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, '')
    return ownWrite.test(text)
  })
  expect(Object.keys({ ...tested, ...harmless }).toSorted()).toEqual(found.toSorted())
  for (const file of Object.values(tested)) {
    expect(existsSync(`${repository}${file}`), file).toBe(true)
    expect(readFileSync(`${repository}${file}`, 'utf8'), file).toContain('FaultFiles')
  }
})
