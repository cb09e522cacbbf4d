import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import type { Result } from '@parley/model'
import type { AppDatabase } from './database/app-database.ts'
import type { DatabaseOperations } from './database/database-operations.ts'
import { HistoryBodies } from './history/history-bodies.ts'
import { HistoryStore } from './history/history-store.ts'
import { identitiesIn, readingDatabase, readingVault } from './read-app-data.ts'
import { RunStore } from './run-store.ts'
import { allDeviceSecrets } from './secrets/file-secrets.ts'
import type { Locked } from './secrets/locked.ts'
import { SecretStore } from './secrets/secret-store.ts'

/** The history and the runs of the app, for a reader that writes nothing. */
export interface DeviceOutcomes {
  /** The paths of the workspace's files by their IDs, which outcomes name. */
  readonly paths: ReadonlyMap<string, string>
  readonly history: Pick<HistoryStore, 'list' | 'read' | 'secretsOf'>
  readonly runs: Pick<RunStore, 'list' | 'read' | 'rows' | 'results'>
  /** Returns all secrets of the device, of every workspace, because a response may contain any of them. */
  secrets(): Promise<Result<readonly { readonly name: string; readonly text: string }[], Locked>>
  /** Returns the beginning of a stored body; null if there is none. */
  bodyStart(handle: string, maxBytes: number): Promise<Uint8Array | null>
}

/**
 * Lets a task read what the app on this device sent, even while it is running. Resolves to null if the app data is missing,
 * unreadable, or does not know the workspace.
 * @param workspaceFolders the paths by which the workspace may be known; the first known one counts
 */
export function readingDeviceOutcomes<Value>(
  appDataFolder: string,
  workspaceFolders: readonly string[],
  task: (outcomes: DeviceOutcomes) => Promise<Value>,
): Promise<Value | null> {
  return readingDatabase(appDataFolder, async operations => {
    const identities = identitiesIn(operations, appDataFolder, workspaceFolders)
    if (identities.length === 0) return null
    const vault = readingVault(appDataFolder)
    const bodies = new HistoryBodies(appDataFolder, nodeFiles)
    const database = calling(operations)
    return task({
      paths: new Map(
        identities.flatMap(({ id, path, goneSinceMs }) => (goneSinceMs === null ? [[id, path]] : [])),
      ),
      history: new HistoryStore(database, vault, bodies),
      runs: new RunStore(database, vault, bodies),
      secrets: () => allDeviceSecrets(new SecretStore(appDataFolder, vault)),
      async bodyStart(handle, maxBytes) {
        if (handle === '') return null
        const [start = null] = await nodeFiles.readStarts([join(bodies.folder, handle)], maxBytes)
        return start
      },
    })
  })
}

/** Runs operations in this thread. */
function calling(operations: DatabaseOperations): Pick<AppDatabase, 'run'> {
  return { run: async (operation, ...args) => Reflect.apply(operations[operation], operations, args) }
}
