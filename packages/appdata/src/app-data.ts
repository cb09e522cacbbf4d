import { join } from 'node:path'
import { type FileSystem, nodeFiles } from '@parley/files'
import { type AppDataNumbers, ok, type Result } from '@parley/model'
import { AppDatabase, type NewerDatabase } from './database/app-database.ts'
import { databaseFileName } from './database/database-files.ts'
import type { IdentityChangeRows, IdentityRow, StoredRows } from './database/identities-table.ts'
import { type RecoveryReport, removeRecoveryReport } from './database/recovery-report.ts'
import { DraftJournal } from './draft-journal.ts'
import { HistoryBodies } from './history/history-bodies.ts'
import { HistoryStore } from './history/history-store.ts'
import { RunStore } from './run-store.ts'
import { type Keychain, systemKeychain } from './secrets/keychain.ts'
import { type OwnerPlace, SecretStore, secretsFileName } from './secrets/secret-store.ts'
import { Vault } from './secrets/vault.ts'
import { WorkspaceKeys } from './workspace-keys.ts'

export interface AppDataOptions {
  /** In place of the system's; one that is null is not used. */
  readonly keychain?: () => Promise<Keychain | null>
  readonly files?: FileSystem
}

/** Where the ids of the files of one workspace are kept; the rules for them are the workspace's own. */
export interface KeptIdentities {
  load(): Promise<StoredRows>
  /** All of the changes or none; resolves once they are kept. */
  write(changes: IdentityChangeRows): Promise<void>
}

/** All that is kept outside of a workspace, but settings. One program at a time opens a folder. */
export class AppData {
  readonly history: HistoryStore
  readonly drafts: DraftJournal
  readonly runs: RunStore
  readonly secrets: SecretStore
  readonly workspaceKeys: WorkspaceKeys
  /** The key to all that is encrypted. */
  readonly vault: Vault
  /** Whether a damaged database was repaired just now. */
  readonly isRecovered: boolean
  readonly #folder: string
  readonly #files: FileSystem
  readonly #database: AppDatabase
  readonly #bodies: HistoryBodies
  /** The ids of the workspaces that are in use. */
  readonly #ids = new Map<string, Map<string, string>>()
  #recovery: RecoveryReport | null

  private constructor(folder: string, database: AppDatabase, options: AppDataOptions) {
    const { files = nodeFiles, keychain = systemKeychain } = options
    this.#folder = folder
    this.#files = files
    this.#database = database
    this.#bodies = new HistoryBodies(folder, files)
    this.isRecovered = database.isRecovered
    this.#recovery = database.recovery
    this.vault = new Vault({ folder, keychain, files, isInUse: () => this.#isVaultInUse() })
    this.history = new HistoryStore(database, this.vault, this.#bodies)
    this.drafts = new DraftJournal(database, this.vault)
    this.runs = new RunStore(database, this.vault, this.#bodies)
    this.secrets = new SecretStore(folder, this.vault, files, owner => this.#placeOf(owner))
    this.workspaceKeys = new WorkspaceKeys(folder, database, files)
  }

  /** Rejects where the folder or the disk does not allow it. */
  static async open(folder: string, options: AppDataOptions = {}): Promise<Result<AppData, NewerDatabase>> {
    const database = await AppDatabase.open(folder, { makesCopies: true })
    if (!database.ok) return database
    const appData = new AppData(folder, database.value, options)
    try {
      const named = await Promise.all([
        database.value.run('historyBodyFiles'),
        database.value.run('runBodyFiles'),
      ])
      await appData.#bodies.open(named.flat(), appData.#recovery?.at ?? null)
      if (appData.#hasLostIds()) await database.value.run('restoreIdentities', await appData.secrets.places())
      return ok(appData)
    } catch (error) {
      await appData.close()
      throw error
    }
  }

  /** @param workspaceKey of {@link WorkspaceKeys} */
  identitiesOf(workspaceKey: string): KeptIdentities {
    return {
      load: async () => {
        const stored = await this.#database.run('readIdentities', workspaceKey)
        await this.#noteIds(workspaceKey, stored.entries, [])
        return stored
      },
      write: async changes => {
        await this.#database.run('changeIdentities', workspaceKey, changes)
        await this.#noteIds(workspaceKey, changes.put, changes.drop)
      },
    }
  }

  /** How a damaged database was repaired; null: none was, or the user knows. */
  get recovery(): RecoveryReport | null {
    return this.#recovery
  }

  /** The user knows of the repair. */
  async dismissRecovery(): Promise<void> {
    await removeRecoveryReport(this.#folder, this.#files)
    this.#recovery = null
  }

  async numbers(): Promise<AppDataNumbers> {
    const { historyEntries, drafts, sealedRows } = await this.#database.run('countRows')
    const secretCount = await this.secrets.count()
    const databasePath = join(this.#folder, databaseFileName)
    const secretsPath = join(this.#folder, secretsFileName)
    return {
      folder: this.#folder,
      database: {
        path: databasePath,
        sizeBytes: (await this.#sizeBytes(databasePath)) + (await this.#sizeBytes(`${databasePath}-wal`)),
        count: sealedRows,
      },
      historyBodies: { path: this.#bodies.folder, ...(await this.#bodies.measure()) },
      secrets: {
        path: secretsPath,
        sizeBytes: await this.#sizeBytes(secretsPath),
        count: secretCount.ok ? secretCount.value : null,
      },
      historyEntries,
      drafts,
      copies: await this.#copies(),
    }
  }

  /** After what was begun before. */
  close(): Promise<void> {
    return this.#database.close()
  }

  /** Whether files may have lost their ids, and with them their secrets. */
  #hasLostIds(): boolean {
    return this.#recovery !== null && this.#recovery.tables.identities !== 'whole'
  }

  #placeOf(id: string): OwnerPlace | null {
    for (const [workspace, paths] of this.#ids) {
      const path = paths.get(id)
      if (path !== undefined) return { workspace, path }
    }
    return null
  }

  /** The secrets of files are found by their paths as well, should their ids be lost. */
  async #noteIds(workspace: string, put: readonly IdentityRow[], dropped: readonly string[]): Promise<void> {
    if (put.length === 0 && dropped.length === 0) return
    const paths = this.#ids.get(workspace) ?? new Map<string, string>()
    for (const id of dropped) paths.delete(id)
    for (const { id, path } of put) paths.set(id, path)
    this.#ids.set(workspace, paths)
    // It is a second way to them: where the file of secrets cannot be written, the first one is kept all the same.
    await this.secrets.notePaths(workspace, id => paths.get(id) ?? null).catch(() => {})
  }

  async #copies(): Promise<AppDataNumbers['copies']> {
    const names = (await this.#files.list(this.#folder))
      .map(({ name }) => name)
      .filter(name => /\.version-\d+$|\.copy-\d+$|\.damaged-\d+(?:-wal)?$/.test(name))
      .toSorted()
    return Promise.all(
      names.map(async name => {
        const path = join(this.#folder, name)
        return { path, sizeBytes: await this.#sizeBytes(path) }
      }),
    )
  }

  async #sizeBytes(path: string): Promise<number> {
    return (await this.#files.linkInfo(path))?.sizeBytes ?? 0
  }

  async #isVaultInUse(): Promise<boolean> {
    if ((await this.#files.linkInfo(join(this.#folder, secretsFileName))) !== null) return true
    return (await this.#database.run('countRows')).sealedRows > 0
  }
}
