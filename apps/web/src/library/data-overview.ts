import type { AppDataNumbers } from '@parley/model'
import type { Backup, Done } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'

export interface DataOverviewState {
  /** Null until they are read. */
  readonly numbers: AppDataNumbers | null
  /** Why they could not be read, as a sentence. */
  readonly problem: string | null
  /** The copies of workspaces, the latest first. */
  readonly backups: readonly Backup[]
  /** The backup that this window asked for last. */
  readonly backup: BackupState | null
}

export type BackupState =
  | { readonly state: 'making' }
  | { readonly state: 'made'; readonly folder: string }
  | { readonly state: 'failed'; readonly sentence: string; readonly nextStep: string }

export interface DataOverviewPorts {
  describe(): Promise<AppDataNumbers>
  backUp(): Promise<unknown>
  listBackups(): Promise<readonly Backup[]>
  removeBackup(folder: string): Promise<Done>
  describeError(error: unknown): string
}

/** Where things are kept, and what they come to. */
export function createDataOverview(ports: DataOverviewPorts) {
  const store = createStore<DataOverviewState>(() => ({
    numbers: null,
    problem: null,
    backups: [],
    backup: null,
  }))

  async function loadBackups(): Promise<void> {
    store.setState({ backups: await ports.listBackups() })
  }

  function tellProblem(error: unknown): void {
    store.setState({ problem: ports.describeError(error) })
  }

  return {
    store,
    /** Copies all files of the workspace; {@link receiveBackup} is told how that ended. */
    async backUp(): Promise<void> {
      store.setState({ backup: { state: 'making' } })
      try {
        await ports.backUp()
      } catch (error) {
        const sentence = ports.describeError(error)
        store.setState({ backup: { state: 'failed', sentence, nextStep: '' } })
      }
    },
    receiveBackup(backup: BackupState): void {
      store.setState({ backup })
      void loadBackups().catch(tellProblem)
    },
    /** Removes a backup for good; it was confirmed. */
    async removeBackup(folder: string): Promise<void> {
      try {
        const done = await ports.removeBackup(folder)
        store.setState({ problem: done.state === 'failed' ? `${done.sentence} ${done.nextStep}` : null })
        await loadBackups()
      } catch (error) {
        tellProblem(error)
      }
    },
    /** Reads it anew. */
    async load(): Promise<void> {
      try {
        const [numbers] = await Promise.all([ports.describe(), loadBackups()])
        store.setState({ numbers, problem: null })
      } catch (error) {
        tellProblem(error)
      }
    },
  }
}
