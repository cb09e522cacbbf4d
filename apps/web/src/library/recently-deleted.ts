import type { DeletedThing, Done } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'

export interface RecentlyDeletedState {
  /** The latest first; null until they are read. */
  readonly things: readonly DeletedThing[] | null
  /** Why the last call failed, as a sentence. */
  readonly problem: string | null
}

export interface RecentlyDeletedPorts {
  list(): Promise<readonly DeletedThing[]>
  restore(trashId: string): Promise<Done>
  describeError(error: unknown): string
}

/** What was deleted within the last 7 days (product decisions, Delete). */
export function createRecentlyDeleted(ports: RecentlyDeletedPorts) {
  const store = createStore<RecentlyDeletedState>(() => ({ things: null, problem: null }))

  async function load(): Promise<void> {
    try {
      store.setState({ things: await ports.list(), problem: null })
    } catch (error) {
      store.setState({ problem: ports.describeError(error) })
    }
  }

  return {
    store,
    load,
    /** Back to where it stood. */
    async restore(trashId: string): Promise<void> {
      try {
        const restored = await ports.restore(trashId)
        await load()
        if (restored.state === 'failed')
          store.setState({ problem: `${restored.sentence} ${restored.nextStep}` })
      } catch (error) {
        store.setState({ problem: ports.describeError(error) })
      }
    },
  }
}
