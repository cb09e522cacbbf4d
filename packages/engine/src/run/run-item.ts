import type { Collection, Folder, Request } from '@parley/model'
import type { RequestContext } from '../stages.ts'

/** A request in its place in a run. */
export interface RunItem {
  /** Names it among all others of the run, and the same in the next run: its path, with a number where two have one. */
  readonly key: string
  /** `pm.info.requestId`. */
  readonly id: string
  /** The names of where it stands: the collection, then its folders down to its own. */
  readonly path: readonly string[]
  readonly request: Request
  /** What it inherits and looks names up in; session values, iteration data and cookies are the run's. */
  readonly context: RequestContext
}

export interface CollectionToRun {
  /** With its items. */
  readonly collection: Collection
  readonly context: Omit<RequestContext, 'ancestors'>
  /** The ID of a request; its key where there is none. */
  readonly idOf?: (request: Request) => string | undefined
}

/** The requests of collections in the order of their trees. Scripts and pages of other clients are none. */
export function runItems(collections: readonly CollectionToRun[]): readonly RunItem[] {
  const used = new Map<string, number>()
  return collections.flatMap(source => itemsBelow([source.collection], source, used))
}

function itemsBelow(
  ancestors: readonly [...(Collection | Folder)[], Collection | Folder],
  source: CollectionToRun,
  used: Map<string, number>,
): readonly RunItem[] {
  const path = ancestors.map(({ name }) => name)
  const context = { ...source.context, ancestors }
  return (
    ancestors[ancestors.length - 1]?.items.flatMap(item => {
      if (item.kind === 'scriptFile' || item.kind === 'appFile') return []
      if (item.kind === 'folder') return itemsBelow([...ancestors, item], source, used)
      const key = uniqueKey([...path, item.name], used)
      return [{ key, id: source.idOf?.(item) ?? key, path, request: item, context }]
    }) ?? []
  )
}

function uniqueKey(names: readonly string[], used: Map<string, number>): string {
  const key = names.map(name => name.replaceAll('/', '∕')).join('/')
  const count = (used.get(key) ?? 0) + 1
  used.set(key, count)
  return count === 1 ? key : `${key} (${count})`
}
