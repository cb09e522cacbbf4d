import type { Done, RecentWorkspace } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'

export interface WorkspacesPorts {
  list(): Promise<readonly RecentWorkspace[]>
  open(folder: string): Promise<Done>
  create(name: string, folder: string): Promise<Done>
  describeError(error: unknown): string
}

/** Which workspaces there are; the server opens one for all windows. */
export function createWorkspaces(ports: WorkspacesPorts) {
  const store = createStore<{ readonly recent: readonly RecentWorkspace[] }>(() => ({ recent: [] }))

  /** Null where it is done, else why not, as a sentence. */
  async function problemOf(command: Promise<Done>): Promise<string | null> {
    try {
      const result = await command
      return result.state === 'failed' ? `${result.sentence} ${result.nextStep}` : null
    } catch (error) {
      return ports.describeError(error)
    }
  }

  return {
    store,
    /** Reads the list anew; without the server it stays as it was. */
    async load(): Promise<void> {
      try {
        store.setState({ recent: await ports.list() })
      } catch {
        // The banner says that the server is gone.
      }
    },
    open: (folder: string) => problemOf(ports.open(folder)),
    create: (name: string, folder: string) => problemOf(ports.create(name, folder)),
  }
}
