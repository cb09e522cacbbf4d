import type { AppDataNumbers } from '@parley/model'
import { createStore } from 'zustand/vanilla'

export interface DataOverviewState {
  /** Null until they are read. */
  readonly numbers: AppDataNumbers | null
  /** Why they could not be read, as a sentence. */
  readonly problem: string | null
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
  describeError(error: unknown): string
}

/** Where things are kept, and what they come to. */
export function createDataOverview(ports: DataOverviewPorts) {
  const store = createStore<DataOverviewState>(() => ({ numbers: null, problem: null, backup: null }))
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
    receiveBackup: (backup: BackupState) => store.setState({ backup }),
    /** Reads it anew. */
    async load(): Promise<void> {
      try {
        store.setState({ numbers: await ports.describe(), problem: null })
      } catch (error) {
        store.setState({ problem: ports.describeError(error) })
      }
    },
  }
}
