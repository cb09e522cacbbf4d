import type { Collection, Folder, Request } from '@parley/model'
import type { RequestContext } from '../prepare/request-context.ts'

/** A request of a run, and its context. */
export interface RunItem {
  /**
   * Identifies the item within the run, and again in the next run: its path, with a number if several have
   * the same path.
   */
  readonly key: string
  /** The value of `pm.info.requestId`. */
  readonly id: string
  /** The names of its containers: the collection, then its folders. */
  readonly path: readonly string[]
  readonly request: Request
  /**
   * What the request inherits, and its variables. Session values, iteration data and cookies belong to the
   * run.
   */
  readonly context: RequestContext
}

export interface CollectionToRun {
  /** The collection, including its items. */
  readonly collection: Collection
  readonly context: Omit<RequestContext, 'ancestors'>
  /** Returns the ID of a request; without one, its key is used. */
  readonly idOf?: (request: Request) => string | undefined
}

/** Returns the requests of collections in the order of their trees. Script and app files are not requests. */
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
