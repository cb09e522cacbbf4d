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
import { sweepLeftovers } from './sweep-leftovers.ts'
import { WorkspaceKeys } from './workspace-keys.ts'

export interface AppDataOptions {
  /** Replaces the system's keychain; null: no keychain is used. */
  readonly keychain?: () => Promise<Keychain | null>
  readonly files?: FileSystem
  /** Whether the database runs in a thread of its own; true by default. */
  readonly ownThread?: boolean
}

/** Stores the ids of the files of one workspace; the workspace package defines their rules. */
export interface StoredIdentityAccess {
  load(): Promise<StoredRows>
  /** Stores all of the changes or none; resolves once they are stored. */
  write(changes: IdentityChangeRows): Promise<void>
}

/** All data outside of workspaces, except settings. Only one program at a time opens a folder. */
export class AppData {
  readonly history: HistoryStore
  readonly drafts: DraftJournal
  readonly runs: RunStore
  readonly secrets: SecretStore
  readonly workspaceKeys: WorkspaceKeys
  /** Encrypts and decrypts with the app data's key. */
  readonly vault: Vault
  /** Whether a damaged database was repaired at this start. */
  readonly isRecovered: boolean
  readonly #folder: string
  readonly #files: FileSystem
  readonly #database: AppDatabase
  readonly #bodies: HistoryBodies
  /** The ids of the workspaces in use. */
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

  /** Opens the app data. Rejects if the folder or the disk does not allow it. */
  static async open(folder: string, options: AppDataOptions = {}): Promise<Result<AppData, NewerDatabase>> {
    const database = await AppDatabase.open(folder, {
      makesCopies: true,
      ownThread: options.ownThread ?? true,
    })
    if (!database.ok) return database
    const appData = new AppData(folder, database.value, options)
    try {
      await sweepLeftovers(folder)
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

  /** @param workspaceKey a key from {@link WorkspaceKeys} */
  identitiesOf(workspaceKey: string): StoredIdentityAccess {
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

  /** Returns how a damaged database was repaired; null if none was, or the user has dismissed the report. */
  get recovery(): RecoveryReport | null {
    return this.#recovery
  }

  /** Dismisses the recovery report. */
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

  /** Closes the app data after all pending operations. */
  close(): Promise<void> {
    return this.#database.close()
  }

  /** Returns whether files may have lost their ids, and with them their secrets. */
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

  /** Stores the paths of the files with secrets, so that secrets can be found if ids are lost. */
  async #noteIds(workspace: string, put: readonly IdentityRow[], dropped: readonly string[]): Promise<void> {
    if (put.length === 0 && dropped.length === 0) return
    const paths = this.#ids.get(workspace) ?? new Map<string, string>()
    for (const id of dropped) paths.delete(id)
    for (const { id, path } of put) paths.set(id, path)
    this.#ids.set(workspace, paths)
    // The paths are only a fallback: if the file of secrets cannot be written, the ids still work.
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
