import { shownName } from '@parley/model'
import type { LibraryTree } from '@parley/server/contract'
import { exampleNodes } from '../../library/example-nodes.ts'
import { entriesById, type TreeEntry } from '../../library/find-entry.ts'
import type { Action, PaletteStores } from './palette-action.ts'

/** What the palette offers for the entries of a tree, in its order. */
export interface TreeActions {
  readonly requests: readonly Action[]
  readonly examples: readonly Action[]
  readonly containers: readonly Action[]
}

const none: TreeActions = { requests: [], examples: [], containers: [] }

/** Of the last tree of each page: each key in the palette asks for all of them. */
const made = new WeakMap<PaletteStores, { readonly tree: LibraryTree; readonly actions: TreeActions }>()

/** Returns the same actions for the same tree. */
export function treeActions(stores: PaletteStores, tree: LibraryTree | null): TreeActions {
  if (tree === null) return none
  const known = made.get(stores)
  if (known?.tree === tree) return known.actions
  const entries = [...entriesById(tree).values()]
  const actions: TreeActions = {
    requests: entries.flatMap(entry => requestActions(stores, entry)),
    examples: entries.flatMap(entry => exampleActions(stores, entry)),
    containers: entries.flatMap(entry => containerActions(stores, entry)),
  }
  made.set(stores, { tree, actions })
  return actions
}

export const requestActionId = (requestId: string): string => `request:${requestId}`

function requestActions(stores: PaletteStores, entry: TreeEntry): readonly Action[] {
  const { node, path } = entry
  if (node.kind !== 'request') return []
  const action: Action = {
    id: requestActionId(node.id),
    kind: 'request',
    label: shownName(node.name),
    place: shownName(path.join(' / ')),
    method: node.method,
    opensRequest: true,
    run: () => stores.library.openRequest(entry),
  }
  return [action]
}

function exampleActions(stores: PaletteStores, entry: TreeEntry): readonly Action[] {
  const { node, path } = entry
  if (node.kind !== 'request') return []
  return exampleNodes(node).map(
    ({ id, name, statusCode, exampleId }): Action => ({
      id,
      kind: 'example',
      label: shownName(name),
      place: shownName([...path, node.name].join(' / ')),
      method: statusCode === 0 ? null : String(statusCode),
      opensPage: true,
      run: () => stores.exampleTabs.open(entry, exampleId),
    }),
  )
}

function containerActions(stores: PaletteStores, entry: TreeEntry): readonly Action[] {
  const { node, path } = entry
  if (node.kind === 'request') return []
  const action: Action = {
    id: `container:${node.id}`,
    kind: 'container',
    label: shownName(node.name),
    place: path.length === 0 ? 'Collection' : shownName(path.join(' / ')),
    method: null,
    opensPage: true,
    run: () => stores.containerTabs.open(entry),
  }
  return [action]
}
