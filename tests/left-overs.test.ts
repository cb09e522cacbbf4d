import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What makes a file or folder that is renamed or removed later, so that a kill in between leaves it. */
const makers =
  /\b(?:temporaryFileName|processMark|writeFileAtomically|SpooledFile\.open|mkdtemp(?:Sync)?|tmpdir)\(|`\$\{[^}]*\}\.(?:copying|recovering|salvage|unfinished|partial)`|\.unfinished|unfinishedSnapshot\}/

const everyStart = 'the app data are swept at each start (sweepLeftovers)'
const databaseStart = 'each start removes unfinished databases (removeUnfinished)'
const scans = 'each scan of a folder sweeps it (KnownWorkspace)'
const rule = 'makes the names'

/** All places in production code that make such files, and what removes those of ended processes. */
const places: Readonly<Record<string, string>> = {
  'packages/files/src/process-mark.ts': rule,
  'packages/files/src/temporary-file-name.ts': rule,
  'packages/files/src/file-lock.ts': 'the sweep of the file beside which the lock is',
  'packages/files/src/spooled-file.ts': 'the sweep of the caller',
  'packages/files/src/write-file-atomically.ts': 'the sweep of the caller',
  'packages/appdata/src/active-environments.ts': everyStart,
  'packages/appdata/src/checked-folders.ts': everyStart,
  'packages/appdata/src/page-memory.ts': everyStart,
  'packages/appdata/src/file-body-store.ts': everyStart,
  'packages/appdata/src/lock/instance-file.ts': everyStart,
  'packages/appdata/src/schema-store.ts': everyStart,
  'packages/appdata/src/secrets/vault.ts': everyStart,
  'packages/appdata/src/secrets/secret-store.ts': everyStart,
  'packages/appdata/src/server-identity.ts': everyStart,
  'packages/appdata/src/settings-file.ts': everyStart,
  'packages/appdata/src/database/recovery-report.ts': everyStart,
  'packages/appdata/src/database/open-database.ts': databaseStart,
  'packages/appdata/src/database/database-files.ts': databaseStart,
  'packages/appdata/src/database/recover-database.ts': databaseStart,
  'packages/appdata/src/database/rolling-copy.ts': databaseStart,
  'packages/workspace/src/commands/copy-entry.ts': scans,
  'packages/workspace/src/commands/write-new-tree.ts': scans,
  'packages/workspace/src/workspace-documents.ts': scans,
  'packages/workspace/src/trash/trash.ts': 'the next start settles the intent, or a scan',
  'packages/workspace/src/trash/snapshot.ts': 'the next backup of the workspace (Backups)',
  'packages/interchange/src/load/run-locust.ts': 'the next load test that runs here',
  'packages/interchange/src/load/write-load-folder.ts': 'the next export into the folder',
  'apps/server/src/desktop/desktop-downloads.ts': 'the next download',
  'apps/server/src/library/open-library-workspace.ts': 'the next first start',
  'apps/server/src/library/recent-workspaces.ts': everyStart,
  'apps/server/src/opening/open-page.ts': everyStart,
  'apps/server/src/picked-files/picked-files.ts': everyStart,
  'apps/desktop/src/window-state.ts': everyStart,
  'apps/single/src/running-programs.ts': 'the next start of the one file (noteRunning)',
  'apps/single/src/unpack-program.ts': 'the next version that is unpacked (removeLeftovers)',
  'apps/cli/src/output/written-in-place.ts': 'the next export or schema written into the folder',
  'apps/cli/src/run/report-file.ts': 'the next report in the folder',
}

const sources = globSync('{packages,apps}/*/src/**/*.{ts,tsx}').filter(
  path => !/\.(?:test|slow|testkit|spec)\.tsx?$/.test(path) && !path.startsWith('packages/testkit/'),
)

test('all that makes temporary files says what removes them after a kill (ST1)', () => {
  const found = sources.filter(path => makers.test(readFileSync(path, 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(places).toSorted())
})
