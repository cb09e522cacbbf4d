import type { RecentWorkspace } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import { problemOf } from '../server-client/attempt.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WindowContext } from '../window/window-context.ts'

/** Which workspaces there are; the server opens one for all windows. */
export function createWorkspaces(
  calls: Pick<ServerClient['workspaces'], 'list' | 'open' | 'create'>,
  { toasts, describeError }: Pick<WindowContext, 'toasts' | 'describeError'>,
) {
  const store = createStore<{ readonly recent: readonly RecentWorkspace[] }>(() => ({ recent: [] }))

  return {
    store,
    /** Reads the list again; without the server it stays as it was. */
    async load(): Promise<void> {
      try {
        store.setState({ recent: await calls.list() })
      } catch {
        // The banner says that the server is gone.
      }
    },
    /** Resolves to why it could not be opened, for the field that the folder was typed in; null: it was. */
    open: (folder: string) => problemOf(calls.open({ folder }), describeError),
    create: (name: string, folder: string) => problemOf(calls.create({ name, folder }), describeError),
    /**
     * Replaces the open workspace, whose tabs are kept until it is opened again. A toast says why it could
     * not.
     */
    async switchTo(folder: string): Promise<void> {
      const problem = await problemOf(calls.open({ folder }), describeError)
      if (problem !== null) toasts.showError('Workspace not opened', problem)
    },
  }
}
