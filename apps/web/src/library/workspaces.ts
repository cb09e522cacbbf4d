import type { Done, RecentWorkspace } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WindowContext } from '../window/window-context.ts'

/** Which workspaces there are; the server opens one for all windows. */
export function createWorkspaces(
  calls: Pick<ServerClient['workspaces'], 'list' | 'open' | 'create'>,
  window: Pick<WindowContext, 'toasts' | 'describeError'>,
) {
  const store = createStore<{ readonly recent: readonly RecentWorkspace[] }>(() => ({ recent: [] }))

  /** Null where it is done, else why not, as a sentence. */
  async function problemOf(command: Promise<Done>): Promise<string | null> {
    try {
      const result = await command
      return result.state === 'failed' ? `${result.sentence} ${result.nextStep}` : null
    } catch (error) {
      return window.describeError(error)
    }
  }

  return {
    store,
    /** Reads the list anew; without the server it stays as it was. */
    async load(): Promise<void> {
      try {
        store.setState({ recent: await calls.list() })
      } catch {
        // The banner says that the server is gone.
      }
    },
    /** Resolves to why it could not be opened, for the field that the folder was typed in; null: it was. */
    open: (folder: string) => problemOf(calls.open({ folder })),
    create: (name: string, folder: string) => problemOf(calls.create({ name, folder })),
    /** Replaces the open workspace, whose tabs are kept until it is opened again. A toast says why it could not. */
    async switchTo(folder: string): Promise<void> {
      const problem = await problemOf(calls.open({ folder }))
      if (problem !== null) window.toasts.showError('Workspace not opened', problem)
    },
  }
}
