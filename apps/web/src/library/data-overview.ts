import type { AppDataNumbers } from '@parley/model'
import { createStore } from 'zustand/vanilla'

export interface DataOverviewState {
  /** Null until they are read. */
  readonly numbers: AppDataNumbers | null
  /** Why they could not be read, as a sentence. */
  readonly problem: string | null
}

export interface DataOverviewPorts {
  describe(): Promise<AppDataNumbers>
  describeError(error: unknown): string
}

/** Where things are kept, and what they come to. */
export function createDataOverview(ports: DataOverviewPorts) {
  const store = createStore<DataOverviewState>(() => ({ numbers: null, problem: null }))
  return {
    store,
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
