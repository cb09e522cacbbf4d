import { failed, type HttpRequest, ok, type Result } from '@parley/model'
import {
  type Created,
  type LibraryTree,
  type OpenedRequest,
  type ScopedVariable,
  withLibraryChanges,
} from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WindowContext } from '../window/window-context.ts'
import type { RequestSource } from '../workbench/tabs/request-tab.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { entriesById, findEntry, sourceOf, type TreeEntry } from './find-entry.ts'
import { firstRequest } from './flatten-tree.ts'
import type { FoldedEntries } from './folded-entries.ts'

/** A mirror of the server's tree, and the variables known below each parent. */
export interface LibraryState {
  readonly tree: LibraryTree | null
  /** Collections and folders that are folded, and requests whose examples show. */
  readonly toggled: ReadonlySet<string>
  /** The requests whose URL contains a text of the filter. */
  readonly foundByUrl: { readonly text: string; readonly ids: ReadonlySet<string> }
  /** By the id of the parent; the empty text stands for a request in no collection. */
  readonly variables: Readonly<Record<string, readonly ScopedVariable[] | undefined>>
  /** A sentence about the last call that failed. */
  readonly failure: string | null
}

/** The calls that read the library, and add to it. */
export interface LibraryCalls {
  readonly library: Pick<
    ServerClient['library'],
    'readTree' | 'readTreeChanges' | 'findByUrl' | 'readRequest' | 'createFolder' | 'createCollection'
  >
  readonly variables: Pick<ServerClient['variables'], 'list'>
}

type LibraryWindow = Pick<WindowContext, 'toasts' | 'describeError'>
type OpeningWorkbench = Pick<Workbench, 'openRequest' | 'activateRequest' | 'keepOpen'>
type LibraryStore = StoreApi<LibraryState>

export type Library = ReturnType<typeof createLibrary>

/** The library of the open workspace; its requests open in tabs of the workbench. */
export function createLibrary(
  calls: LibraryCalls,
  workbench: OpeningWorkbench,
  window: LibraryWindow,
  folded: Pick<FoldedEntries, 'read' | 'set'>,
) {
  const store = createStore<LibraryState>(() => ({
    tree: null,
    toggled: folded.read(),
    foundByUrl: { text: '', ids: new Set() },
    variables: {},
    failure: null,
  }))
  const opening = createOpening(calls.library, workbench, window)
  const reading = createTreeReading(store, calls.library, window, opening.openRequest)
  const filter = createFilter(store, calls.library)

  /** Resolves to the ID of the created entry, or to a sentence why it was not created. */
  async function created(creation: Promise<Created>, name: string): Promise<Result<string, string>> {
    try {
      const created = await creation
      return created.state === 'created' ? ok(created.id) : failed(`${created.sentence} ${created.nextStep}`)
    } catch (error) {
      return failed(`${name} could not be created. ${window.describeError(error)}`)
    }
  }

  return {
    store,
    ...reading,
    findByUrl: filter.findByUrl,
    idsByUrl: filter.idsByUrl,
    ...opening,
    /** {@link refresh} that ignores errors: if the server is lost, the page shows that. */
    follow(): void {
      void reading.refresh().catch(() => undefined)
      filter.findAgain()
    },
    /** The id of the new folder, or a sentence that says why there is none. */
    createFolder: (parentId: string, name: string) =>
      created(calls.library.createFolder({ parentId, name }), name),
    createCollection: (name: string) => created(calls.library.createCollection({ name }), name),
    ...createFolding(store, folded),
    /** Takes what is remembered now. */
    recallFolded: () => store.setState({ toggled: folded.read() }),
    ...createKnownVariables(store, calls.variables),
  }
}

/** What reads the tree. */
function createTreeReading(
  store: LibraryStore,
  calls: LibraryCalls['library'],
  { toasts, describeError }: LibraryWindow,
  openRequest: (row: TreeEntry) => Promise<void>,
) {
  /** Reads of the tree run one after another, so that none restores an older one. */
  let lastRead: Promise<unknown> = Promise.resolve()

  function afterOtherReads<Value>(read: () => Promise<Value>): Promise<Value> {
    const reading = lastRead.then(read)
    lastRead = reading.catch(() => undefined)
    return reading
  }

  /** Loads changes of the tree and resolves to the current one. Rejects if that fails. */
  function refresh(): Promise<LibraryTree> {
    return afterOtherReads(async () => {
      const { tree: before } = store.getState()
      const changes = before === null ? null : await calls.readTreeChanges({ since: before.revision })
      const tree =
        before === null || changes === null ? await calls.readTree() : withLibraryChanges(before, changes)
      showTree(store, toasts, tree)
      return tree
    })
  }

  return {
    refresh,
    /**
     * Loads the tree that was requested.
     * @param options - `opensFirst`: whether to open the first request, so that one click on Send shows a
     * response
     */
    async load({
      opensFirst,
      reading,
    }: {
      opensFirst: boolean
      reading: Promise<LibraryTree>
    }): Promise<void> {
      try {
        await afterOtherReads(async () => {
          const tree = await reading
          const first = opensFirst ? firstRequest(tree) : null
          if (first !== null) await openRequest(first)
          showTree(store, toasts, tree)
        })
      } catch (error) {
        store.setState({ failure: describeError(error) })
      }
    },
  }
}

/** Shows a tree, and says once what it cannot show of the workspace, and again when that changes. */
function showTree(store: LibraryStore, toasts: LibraryWindow['toasts'], tree: LibraryTree): void {
  const before = store.getState().tree?.notShown
  const lines = tree.notShown
  store.setState({ tree })
  if (lines === undefined || String(lines) === String(before)) return
  const title = 'Collections that are not shown'
  toasts.show({ kind: 'notice', owner: 'page', subject: title, title, code: '', text: '', lines })
}

/** What finds the requests whose URL contains the text of the filter. */
function createFilter(store: LibraryStore, calls: LibraryCalls['library']) {
  /** What is typed into the filter. */
  let filter = ''
  let lastSearch = 0

  async function findFiltered(): Promise<void> {
    const text = filter
    const search = ++lastSearch
    const ids = await idsByUrl(text)
    if (search === lastSearch) store.setState({ foundByUrl: { text, ids } })
  }

  async function idsByUrl(text: string): Promise<ReadonlySet<string>> {
    // A text this long is found in names, or nowhere.
    const isSearched = text !== '' && text.length <= 1000
    return new Set(isSearched ? await calls.findByUrl({ text }).catch(() => []) : [])
  }

  return {
    /** The IDs of the requests whose URL contains a text; none if the server does not respond. */
    idsByUrl,
    /** Finds the requests whose URL contains what is typed into the filter, now and after each change. */
    findByUrl(typed: string): Promise<void> {
      filter = typed.trim()
      return findFiltered()
    },
    /** Call when the library has changed. */
    findAgain(): void {
      if (filter !== '') void findFiltered()
    },
  }
}

/** What reads requests, and opens them in tabs. */
function createOpening(
  calls: LibraryCalls['library'],
  workbench: OpeningWorkbench,
  { toasts, describeError }: LibraryWindow,
) {
  /** Requests that are being read to be opened, by ID: the second click of a double click opens nothing again. */
  const opening = new Map<string, Promise<string | null>>()

  async function openRequest(row: TreeEntry, isPreview = false): Promise<void> {
    const source = sourceOf(row)
    if (source === null || workbench.activateRequest(source.requestId, isPreview) !== null) return
    const { requestId } = source
    const reading = opening.get(requestId) ?? readAndOpen(row, source, isPreview)
    opening.set(requestId, reading)
    const tabId = await reading.finally(() => opening.delete(requestId))
    if (tabId !== null && !isPreview) workbench.keepOpen(tabId)
  }

  async function readAndOpen(row: TreeEntry, source: RequestSource, isPreview: boolean) {
    const opened = await readOpened(row)
    if (opened === null) return null
    return workbench.openRequest(source, opened.request, opened.version, isPreview)
  }

  /** The request of a row; null if it is not a request, or could not be read, which a toast reports. */
  async function readRequest(row: TreeEntry): Promise<HttpRequest | null> {
    return (await readOpened(row))?.request ?? null
  }

  async function readOpened({ node }: TreeEntry): Promise<OpenedRequest | null> {
    if (node.kind !== 'request') return null
    if (node.problem !== null) {
      toasts.showError(`${node.name} cannot be opened`, node.problem)
      return null
    }
    try {
      return await calls.readRequest({ id: node.id })
    } catch (error) {
      toasts.showError(`${node.name} could not be opened`, describeError(error))
      return null
    }
  }

  return {
    /** Opens a request, in the preview tab if it is only looked at. */
    openRequest,
    readRequest,
  }
}

/** What folds and unfolds the entries of the tree. */
function createFolding(store: LibraryStore, folded: Pick<FoldedEntries, 'set'>) {
  return {
    /** Folds or unfolds a collection, folder or request. */
    setExpanded(id: string, isExpanded: boolean): void {
      const { tree, toggled: before } = store.getState()
      // At first, collections and folders are open, and requests hide their examples.
      const isToggled = isExpanded === (findEntry(tree, id)?.node.kind === 'request')
      const toggled = new Set(before)
      if (isToggled) toggled.add(id)
      else toggled.delete(id)
      store.setState({ toggled })
      folded.set([id], isToggled)
    },
    /** Folds collections and folders. */
    fold(ids: readonly string[]): void {
      store.setState({ toggled: new Set([...store.getState().toggled, ...ids]) })
      folded.set(ids, true)
    },
    /** Folds or unfolds all collections and folders, and hides the examples of all requests. */
    foldAll(isFolded: boolean): void {
      const { tree, toggled: before } = store.getState()
      if (tree === null) return
      const nodes = [...entriesById(tree).values()].map(({ node }) => node)
      const containers = nodes.filter(({ kind }) => kind !== 'request').map(({ id }) => id)
      const requests = nodes.filter(({ kind }) => kind === 'request').map(({ id }) => id)
      const changed = new Set([...containers, ...requests])
      const others = [...before].filter(id => !changed.has(id))
      store.setState({ toggled: new Set(isFolded ? [...others, ...containers] : others) })
      folded.set(requests, false)
      folded.set(containers, isFolded)
    },
  }
}

/** What reads the variables that are known below each parent. */
function createKnownVariables(store: LibraryStore, calls: LibraryCalls['variables']) {
  const asked = new Set<string>()
  /** Incremented whenever loaded data is out of date, so that earlier responses are ignored. */
  let age = 0

  return {
    /**
     * Marks what was read as out of date: the next use reads it again, and the old value is shown until then.
     */
    forgetVariables(): void {
      asked.clear()
      age += 1
    },
    /** Reads what `{{name}}` may refer to below a parent, once. */
    async loadVariables(parentId: string | null): Promise<void> {
      const key = parentId ?? ''
      if (asked.has(key)) return
      asked.add(key)
      const askedAt = age
      try {
        const listed = await calls.list({ parentId })
        if (askedAt !== age) return
        store.setState(state => ({ variables: { ...state.variables, [key]: listed } }))
      } catch {
        // Then names are not coloured, but the server fills them in anyway. The next use tries again.
        if (askedAt === age) asked.delete(key)
      }
    },
  }
}
