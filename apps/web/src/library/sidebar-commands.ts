import type { OpenKind } from '@parley/model'
import { createStore } from 'zustand/vanilla'
import type { WindowContext } from '../window/window-context.ts'
import type { DropTarget } from './drop-target.ts'
import { findEntry } from './find-entry.ts'
import type { Library } from './library.ts'
import type { LibraryChanges } from './library-changes.ts'
import type { FollowingTabs, SidebarCalls, SidebarState } from './sidebar-state.ts'

/**
 * The commands on collections, folders and requests in the sidebar (behaviour 4.1). Those that change the library are
 * loaded when the first of them is used.
 * @param openTabs - the tabs that show renamed entries
 */
export function createSidebarCommands(
  calls: SidebarCalls,
  library: Library,
  openTabs: readonly FollowingTabs[],
  window: Pick<WindowContext, 'toasts' | 'describeError'>,
) {
  const store = createStore<SidebarState>(() => ({
    chosenId: null,
    renamingId: null,
    newRequestId: null,
    removing: null,
  }))
  let changes: LibraryChanges | null = null

  async function loadChanges(): Promise<LibraryChanges> {
    const { createLibraryChanges } = await import('./library-changes.ts')
    changes ??= createLibraryChanges({ store, calls, library, openTabs, window })
    return changes
  }

  const { change, act } = createActing(loadChanges, window)
  return {
    store,
    choose: (chosenId: string) => store.setState({ chosenId }),
    startRename: (renamingId: string) =>
      store.setState({ renamingId, chosenId: renamingId, newRequestId: null }),
    stopRename: () => store.setState({ renamingId: null, newRequestId: null }),
    /** Resolves to null if the entry was renamed, otherwise to the reason; the field keeps the typed text. */
    rename: (id: string, typed: string): Promise<string | null> =>
      loadChanges().then(loaded => loaded.rename(id, typed), window.describeError),
    /** Asks before something is deleted. */
    askRemove: (id: string) =>
      store.setState({ removing: findEntry(library.store.getState().tree, id), chosenId: id }),
    keep: () => store.setState({ removing: null }),
    async remove(): Promise<void> {
      const { removing } = store.getState()
      store.setState({ removing: null })
      if (removing !== null) await act('Not deleted', loaded => loaded.remove(removing))
    },
    /** Duplicates an entry next to the original; the copy of a request is opened. Resolves to its ID; null: there is none. */
    duplicate: (id: string): Promise<string | null> =>
      change('Not duplicated', loaded => loaded.duplicate(id)),
    /** Creates and opens a request in a collection or folder, and lets the user type its name. */
    addRequest: (parentId: string, kind: OpenKind) =>
      act('Not added', loaded => loaded.addRequest(parentId, kind)),
    addFolder: (parentId: string) => act('Not added', loaded => loaded.addFolder(parentId)),
    addCollection: () => act('Not added', loaded => loaded.addCollection()),
    move: (id: string, target: Pick<DropTarget, 'parentId' | 'index'>) =>
      act('Not moved', loaded => loaded.move(id, target)),
    /** Undoes the latest move that has not been undone. */
    undoLastMove: () => act('Move not undone', loaded => loaded.undoLastMove()),
  }
}

/** What runs a change, and says why it failed. */
function createActing(
  load: () => Promise<LibraryChanges>,
  { toasts, describeError }: Pick<WindowContext, 'toasts' | 'describeError'>,
) {
  async function change<Value>(
    title: string,
    run: (changes: LibraryChanges) => Promise<Value>,
  ): Promise<Value | null> {
    try {
      return await run(await load())
    } catch (error) {
      toasts.showError(title, describeError(error))
      return null
    }
  }

  /** {@link change} for what resolves to nothing. */
  const act = async (title: string, run: (changes: LibraryChanges) => Promise<void>): Promise<void> => {
    await change(title, run)
  }
  return { change, act }
}
