import type { AppDataNumbers } from '@parley/model'
import type { Backup } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WindowContext } from '../window/window-context.ts'

export interface DataOverviewState {
  /** Null until they are loaded. */
  readonly numbers: AppDataNumbers | null
  /** Why they could not be read, as a sentence. */
  readonly problem: string | null
  /** The copies of workspaces, the latest first. */
  readonly backups: readonly Backup[]
  /** The latest backup of this window. */
  readonly backup: BackupState | null
}

export type BackupState =
  | { readonly state: 'making' }
  | { readonly state: 'made'; readonly folder: string }
  | { readonly state: 'failed'; readonly sentence: string; readonly nextStep: string }

/** The calls for the data overview. */
export interface DataOverviewCalls {
  readonly appData: Pick<ServerClient['appData'], 'describe'>
  readonly workspaces: Pick<ServerClient['workspaces'], 'backUp' | 'listBackups' | 'removeBackup'>
}

/** Where data is stored, and how much. */
export function createDataOverview(
  { appData, workspaces }: DataOverviewCalls,
  window: Pick<WindowContext, 'windowId' | 'describeError'>,
) {
  const store = createStore<DataOverviewState>(() => ({
    numbers: null,
    problem: null,
    backups: [],
    backup: null,
  }))

  async function loadBackups(): Promise<void> {
    store.setState({ backups: await workspaces.listBackups() })
  }

  function showProblem(error: unknown): void {
    store.setState({ problem: window.describeError(error) })
  }

  return {
    store,
    /** Copies all files of the workspace; {@link receiveBackup} gets the outcome. */
    async backUp(): Promise<void> {
      store.setState({ backup: { state: 'making' } })
      try {
        await workspaces.backUp({ windowId: window.windowId })
      } catch (error) {
        const sentence = window.describeError(error)
        store.setState({ backup: { state: 'failed', sentence, nextStep: '' } })
      }
    },
    receiveBackup(backup: BackupState): void {
      store.setState({ backup })
      void loadBackups().catch(showProblem)
    },
    /** Deletes a backup permanently, after confirmation. */
    async removeBackup(folder: string): Promise<void> {
      try {
        const done = await workspaces.removeBackup({ folder })
        store.setState({ problem: done.state === 'failed' ? `${done.sentence} ${done.nextStep}` : null })
        await loadBackups()
      } catch (error) {
        showProblem(error)
      }
    },
    /** Loads the overview. */
    async load(): Promise<void> {
      try {
        const [numbers] = await Promise.all([appData.describe(), loadBackups()])
        store.setState({ numbers, problem: null })
      } catch (error) {
        showProblem(error)
      }
    },
  }
}
