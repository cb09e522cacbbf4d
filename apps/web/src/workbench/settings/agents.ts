import type { AgentOverview } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'

/** How often the list is read while it is shown: a server that was killed reports nothing. */
const readEveryMs = 5000

export interface AgentsState {
  /** Null until it is loaded. */
  readonly overview: AgentOverview | null
  /** Why it could not be read, as a sentence. */
  readonly problem: string | null
}

/** Settings → Agents: what agents can use now, and what they did last. */
export function createAgents(
  calls: Pick<ServerClient['agents'], 'read'>,
  { describeError }: Pick<WindowContext, 'describeError'>,
) {
  const store = createStore<AgentsState>(() => ({ overview: null, problem: null }))
  let watchers = 0

  async function load(): Promise<void> {
    try {
      store.setState({ overview: await calls.read(), problem: null })
    } catch (error) {
      store.setState({ problem: describeError(error) })
    }
  }

  return {
    store,
    /** Keeps the overview current until the returned function is called. */
    watch(): () => void {
      watchers += 1
      void load()
      const timer = setInterval(() => void load(), readEveryMs)
      return () => {
        watchers -= 1
        clearInterval(timer)
      }
    },
    /** Something changed. Nothing is read while nobody looks. */
    receive(): void {
      if (watchers > 0) void load()
    },
  }
}
