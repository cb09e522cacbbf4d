import type { DeletedEntry } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WindowContext } from '../window/window-context.ts'

export interface RecentlyDeletedState {
  /** Latest first; null until loaded. */
  readonly entries: readonly DeletedEntry[] | null
  /** Why the last call failed, as a sentence. */
  readonly problem: string | null
}

/** What the questions before a deletion say (behaviour, Delete). */
export const restorable = 'You can restore it from Recently deleted for 7 days.'

/** Entries that were deleted within the last 7 days (behaviour, Delete). */
export function createRecentlyDeleted(
  calls: Pick<ServerClient['library'], 'listDeleted' | 'restore'>,
  window: Pick<WindowContext, 'describeError'>,
) {
  const store = createStore<RecentlyDeletedState>(() => ({ entries: null, problem: null }))

  async function load(): Promise<void> {
    try {
      store.setState({ entries: await calls.listDeleted(), problem: null })
    } catch (error) {
      store.setState({ problem: window.describeError(error) })
    }
  }

  return {
    store,
    load,
    /** Restores an entry to its former place. */
    async restore(trashId: string): Promise<void> {
      try {
        const restored = await calls.restore({ trashId })
        await load()
        if (restored.state === 'failed')
          store.setState({ problem: `${restored.sentence} ${restored.nextStep}` })
      } catch (error) {
        store.setState({ problem: window.describeError(error) })
      }
    },
  }
}
