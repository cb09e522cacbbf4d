import { join } from 'node:path'
import { type RequestContext, type RunItem, runItems } from '@parley/engine'
import type { Collection, Folder, Item } from '@parley/model'
import type { WorkspaceFailure } from '@parley/workspace'
import type { Io } from '../../io/io.ts'
import { loadRunSource } from '../../run/load-run-source.ts'
import { type PlannedCollection, planCollections } from '../../run/plan-run.ts'
import type { RunCommandOptions } from '../../run/run-options.ts'

/** A collection as it would be sent with one environment. */
export interface CollectionInEnvironment {
  /** Empty: none is chosen. */
  readonly environmentName: string
  readonly items: readonly RunItem[]
  /** Returns the context of requests in a folder; null if the folder cannot be read. */
  contextIn(folder: string): RequestContext | null
}

/** A collection with every environment that can be chosen for it. */
export interface CollectionAround {
  readonly environments: readonly CollectionInEnvironment[]
  /** Returns the path of a request; undefined if it has no file of its own. */
  pathOf(item: RunItem): string | undefined
  /** The files that cannot be read. */
  readonly leftOut: readonly WorkspaceFailure[]
}

/**
 * Reads a collection as its requests would be sent, with each environment and with none.
 * @param path - of the collection in the workspace
 * @throws RunSourceError if the collection itself cannot be read
 */
export async function readCollectionAround(
  root: string,
  path: string,
  options: Pick<RunCommandOptions, 'secret'>,
  io: Io,
): Promise<CollectionAround> {
  const leftOut: WorkspaceFailure[] = []
  const source = await loadRunSource(join(root, path), 'values', null, io, failure => leftOut.push(failure))
  const names = [...source.environments, ...source.collections.flatMap(one => one.environments)].map(
    ({ name }) => name,
  )
  const paths = new Map<Item, string | undefined>()
  const environments: CollectionInEnvironment[] = []
  for (const name of new Set(['', ...names])) {
    const chosen = name === '' ? options : { ...options, env: name }
    const planned = await planCollections([source], chosen, io)
    const items = runItems(planned)
    for (const { request, context } of items) {
      const own = planned.find(({ collection }) => collection === context.ancestors[0])
      paths.set(request, own?.one.pathOf?.(request))
    }
    environments.push({ environmentName: name, items, contextIn: folder => contextIn(planned, path, folder) })
  }
  return { environments, pathOf: ({ request }) => paths.get(request), leftOut }
}

function contextIn(
  planned: readonly PlannedCollection[],
  collectionPath: string,
  folder: string,
): RequestContext | null {
  for (const { collection, context, one } of planned) {
    const ancestors = ancestorsOf(collection, one.pathOf, collectionPath, folder)
    if (ancestors !== null) return { ...context, ancestors }
  }
  return null
}

function ancestorsOf(
  container: Collection | Folder,
  pathOf: PlannedCollection['one']['pathOf'],
  path: string,
  wanted: string,
): readonly (Collection | Folder)[] | null {
  if (path === wanted) return [container]
  for (const item of container.items) {
    const own = pathOf?.(item)
    if (item.kind !== 'folder' || own === undefined || !`${wanted}/`.startsWith(`${own}/`)) continue
    const below = ancestorsOf(item, pathOf, own, wanted)
    if (below !== null) return [container, ...below]
  }
  return null
}
