import type { HttpRequest } from '@parley/model'
import type { LibraryTree, ScopedVariable } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { RequestSource } from '../workbench/request-tab.ts'
import { firstRequest, type TreeRow } from './flatten-tree.ts'

/** A mirror of what the server holds: the tree, and the variables known below each parent. */
export interface LibraryState {
  readonly tree: LibraryTree | null
  /** Branches that are folded. */
  readonly collapsed: ReadonlySet<string>
  /** By the id of the parent; the empty text stands for a request in no collection. */
  readonly variables: Readonly<Record<string, readonly ScopedVariable[] | undefined>>
  /** A sentence about the last call that failed. */
  readonly failure: string | null
}

export interface LibraryPorts {
  readTree(): Promise<LibraryTree>
  readRequest(id: string): Promise<HttpRequest>
  listVariables(parentId: string | null): Promise<readonly ScopedVariable[]>
  describeError(error: unknown): string
  /** Shows a request that was read. */
  show(source: RequestSource, request: HttpRequest): void
}

export function createLibrary(ports: LibraryPorts) {
  const store = createStore<LibraryState>(() => ({
    tree: null,
    collapsed: new Set(),
    variables: {},
    failure: null,
  }))
  const asked = new Set<string>()

  async function openRequest(row: TreeRow): Promise<void> {
    if (row.parentId === null) return
    const source = { requestId: row.node.id, parentId: row.parentId, path: row.path }
    const request = await readRequest(row)
    if (request !== null) ports.show(source, request)
  }

  /** The request of a row; null where it is none, or could not be read, which is told. */
  async function readRequest({ node }: TreeRow): Promise<HttpRequest | null> {
    if (node.kind !== 'http') return null
    try {
      const request = await ports.readRequest(node.id)
      store.setState({ failure: null })
      return request
    } catch (error) {
      store.setState({ failure: `${node.name} could not be opened. ${ports.describeError(error)}` })
      return null
    }
  }

  return {
    store,
    /** Reads the tree and opens the first request, so that one click on Send shows an answer. */
    async load(): Promise<void> {
      try {
        const tree = await ports.readTree()
        const first = firstRequest(tree)
        if (first !== null) await openRequest(first)
        store.setState({ tree })
      } catch (error) {
        store.setState({ failure: ports.describeError(error) })
      }
    },
    openRequest,
    readRequest,
    /** Folds or unfolds a branch. */
    setExpanded(id: string, isExpanded: boolean): void {
      const collapsed = new Set(store.getState().collapsed)
      if (isExpanded) collapsed.delete(id)
      else collapsed.add(id)
      store.setState({ collapsed })
    },
    /** What was read is out of date: the next look reads anew, and shows the old until then. */
    forgetVariables: () => asked.clear(),
    /** Reads what `{{name}}` may refer to below a parent, once. */
    async loadVariables(parentId: string | null): Promise<void> {
      const key = parentId ?? ''
      if (asked.has(key)) return
      asked.add(key)
      try {
        const listed = await ports.listVariables(parentId)
        store.setState(state => ({ variables: { ...state.variables, [key]: listed } }))
      } catch {
        // Names then stay uncoloured; the server fills them in all the same. Asked again next time.
        asked.delete(key)
      }
    },
  }
}
