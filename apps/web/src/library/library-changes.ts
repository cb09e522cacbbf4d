import { type OpenKind, type Result, untitledRequest } from '@parley/model'
import type { Created, LibraryTree } from '@parley/server/contract'
import type { StoreApi } from 'zustand/vanilla'
import { attempt, problemOf } from '../server-client/attempt.ts'
import type { WindowContext } from '../window/window-context.ts'
import { newDrafts } from '../workbench/request/request-kind.ts'
import type { DropTarget } from './drop-target.ts'
import { findEntry, type TreeEntry } from './find-entry.ts'
import type { Library } from './library.ts'
import type { FollowingTabs, SidebarCalls, SidebarState } from './sidebar-state.ts'

/** What the commands that change the library use. */
export interface LibraryChangeParts {
  readonly store: StoreApi<SidebarState>
  readonly calls: SidebarCalls
  readonly library: Library
  /** The tabs that show renamed entries. */
  readonly openTabs: readonly FollowingTabs[]
  readonly window: Pick<WindowContext, 'toasts' | 'describeError'>
}

/** The longest name that an entry may have. */
const maximumNameLength = 1000

export type LibraryChanges = ReturnType<typeof createLibraryChanges>

/** The commands of the sidebar that change the library (behaviour 4.1). */
export function createLibraryChanges(parts: LibraryChangeParts) {
  const { store, calls, library, openTabs, window } = parts
  const shown = createShowing(parts)

  return {
    /** Resolves to null if the entry was renamed, otherwise to the reason; the field keeps the typed text. */
    async rename(id: string, typed: string): Promise<string | null> {
      const name = typed.trim()
      const problem = nameProblem(name)
      if (problem !== null) return problem
      if (name !== nameOf(library, id)) {
        const notRenamed = await problemOf(calls.rename({ id, name }), window.describeError)
        if (notRenamed !== null) return notRenamed
        await Promise.all([...openTabs.map(tabs => tabs.refresh(id)), shown(id)])
      }
      store.setState(state => (state.renamingId === id ? { renamingId: null } : {}))
      return null
    },
    ...createRemoving(parts, shown),
    ...createAdding(parts, shown),
    ...createMoving(parts),
  }
}

type ShowEntry = (id: string) => Promise<TreeEntry | null>

const nameOf = (library: Library, id: string) => findEntry(library.store.getState().tree, id)?.node.name ?? ''

/** Returns what shows an entry of the library in the sidebar; null if there is none. */
function createShowing({ store, library, window: { toasts, describeError } }: LibraryChangeParts): ShowEntry {
  async function shown(id: string): Promise<TreeEntry | null> {
    try {
      const tree = await library.refresh()
      const entry = findEntry(tree, id)
      if (entry === null) return null
      unfoldTo(tree, entry)
      store.setState({ chosenId: id })
      return entry
    } catch (error) {
      toasts.showError('Not shown', describeError(error))
      return null
    }
  }

  function unfoldTo(tree: LibraryTree, { parentId }: TreeEntry): void {
    const parent = parentId === null ? null : findEntry(tree, parentId)
    if (parent === null) return
    library.setExpanded(parent.node.id, true)
    unfoldTo(tree, parent)
  }

  return shown
}

/** What deletes entries, and restores them. */
function createRemoving({ calls, window: { toasts, describeError } }: LibraryChangeParts, shown: ShowEntry) {
  async function restore({ node }: TreeEntry, trashId: string): Promise<void> {
    const problem = await problemOf(calls.restore({ trashId }), describeError)
    if (problem === null) await shown(node.id)
    else toasts.showError(`${node.name} was not restored`, problem)
  }

  return {
    /** Deletes an entry, which a toast offers to restore. */
    async remove(entry: TreeEntry): Promise<void> {
      const { id, name } = entry.node
      const removed = await attempt(calls.remove({ id }), describeError)
      if (!removed.ok) return toasts.showError('Not deleted', removed.failure)
      const { value } = removed
      if (value.state !== 'removed') return
      toasts.show({
        kind: 'done',
        owner: 'page',
        subject: `deleted ${id}`,
        title: 'Deleted',
        code: '',
        text: `${name} is in Recently deleted.`,
        action: { label: 'Restore', run: () => restore(entry, value.trashId) },
      })
    },
  }
}

/** What adds entries to the library. */
function createAdding(
  { store, calls, library, window: { toasts, describeError } }: LibraryChangeParts,
  shown: ShowEntry,
) {
  /** Resolves to the created entry once the tree contains it. */
  async function created(title: string, creation: Promise<Created>): Promise<TreeEntry | null> {
    const result = await attempt(creation, describeError)
    if (!result.ok) toasts.showError(title, result.failure)
    return result.ok && result.value.state === 'created' ? shown(result.value.id) : null
  }

  async function renameNew(entry: TreeEntry | null): Promise<void> {
    if (entry !== null) store.setState({ renamingId: entry.node.id })
  }

  async function renameCreated(made: Result<string, string>): Promise<void> {
    if (made.ok) await renameNew(await shown(made.value))
    else toasts.showError('Not added', made.failure)
  }

  return {
    /** Duplicates an entry next to the original; the copy of a request is opened. Resolves to its ID; null: there is none. */
    async duplicate(id: string): Promise<string | null> {
      const entry = await created('Not duplicated', calls.duplicate({ id }))
      if (entry?.node.kind === 'request') await library.openRequest(entry)
      return entry?.node.id ?? null
    },
    /** Creates and opens a request in a collection or folder, and lets the user type its name. */
    async addRequest(parentId: string, kind: OpenKind): Promise<void> {
      const request = newDrafts[kind]()
      const entry = await created(
        'Not added',
        calls.createRequest({ parentId, request: { ...request, name: untitledRequest } }),
      )
      if (entry !== null) await library.openRequest(entry)
      store.setState({ newRequestId: entry?.node.id ?? null })
      await renameNew(entry)
    },
    async addFolder(parentId: string): Promise<void> {
      await renameCreated(await library.createFolder(parentId, 'New folder'))
    },
    async addCollection(): Promise<void> {
      await renameCreated(await library.createCollection('New collection'))
    },
  }
}

/** What moves entries of the library, and takes that back. */
function createMoving({ calls, library, window: { toasts, describeError } }: LibraryChangeParts) {
  const undoable: string[] = []

  async function undoMove(moveId: string): Promise<void> {
    const at = undoable.indexOf(moveId)
    if (at < 0) return
    undoable.splice(at, 1)
    const problem = await problemOf(calls.undoMove({ moveId }), describeError)
    if (problem !== null) toasts.showError('Move not undone', problem)
  }

  return {
    async move(id: string, { parentId, index }: Pick<DropTarget, 'parentId' | 'index'>): Promise<void> {
      const name = nameOf(library, id)
      const moved = await attempt(calls.move({ id, parentId, index }), describeError)
      if (!moved.ok) return toasts.showError('Not moved', moved.failure)
      if (moved.value.state !== 'moved') return
      const { moveId } = moved.value
      undoable.push(moveId)
      library.setExpanded(parentId, true)
      toasts.show({
        kind: 'done',
        owner: 'page',
        title: 'Moved',
        code: '',
        text: `${name} is now in ${nameOf(library, parentId)}.`,
        // Each press of Alt and an arrow moves: only the last is of interest.
        subject: 'moved',
        action: { label: 'Undo', run: () => void undoMove(moveId) },
      })
    },
    /** Undoes the latest move that has not been undone. */
    async undoLastMove(): Promise<void> {
      const last = undoable.at(-1)
      if (last !== undefined) await undoMove(last)
    },
  }
}

function nameProblem(name: string): string | null {
  if (name === '') return 'A name has at least one character.'
  return name.length > maximumNameLength ? 'A name has at most 1,000 characters.' : null
}
