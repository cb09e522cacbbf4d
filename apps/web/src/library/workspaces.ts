import type { RecentWorkspace } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import { problemOf } from '../server-client/attempt.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WindowContext } from '../window/window-context.ts'

/** The known workspaces; the server opens one for all windows. */
export function createWorkspaces(
  calls: Pick<ServerClient['workspaces'], 'list' | 'open' | 'create'>,
  { toasts, describeError }: Pick<WindowContext, 'toasts' | 'describeError'>,
) {
  const store = createStore<{ readonly recent: readonly RecentWorkspace[] }>(() => ({ recent: [] }))

  return {
    store,
    /** Loads the list; if the server is lost, it stays unchanged. */
    async load(): Promise<void> {
      try {
        store.setState({ recent: await calls.list() })
      } catch {
        // The banner shows that the server is lost.
      }
    },
    /** Resolves to null if it was opened, otherwise to the reason for the field. */
    open: (folder: string) => problemOf(calls.open({ folder }), describeError),
    create: (name: string, folder: string) => problemOf(calls.create({ name, folder }), describeError),
    /** Opens another workspace. Its tabs are stored until it is opened again; a toast reports failures. */
    async switchTo(folder: string): Promise<void> {
      const problem = await problemOf(calls.open({ folder }), describeError)
      if (problem !== null) toasts.showError('Workspace not opened', problem)
    },
  }
}
