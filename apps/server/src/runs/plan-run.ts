import { type EffectiveSettings, type RunItem, runItems, sentInRuns } from '@parley/engine'
import { failed, type Item, ok, type Request, type Result, requestKinds } from '@parley/model'
import { type CollectionEntry, readWholeCollection, type TreeItem } from '@parley/workspace'
import type { DescribedProblem, RunPlanItem } from '../contract/index.ts'
import type { Library } from '../library/library.ts'

/** What a run of a collection, folder or request sends. */
export interface PlannedRun {
  /** The name of what is run. */
  readonly name: string
  readonly collectionId: string
  readonly environmentName: string | null
  readonly items: readonly RunItem[]
  readonly notes: readonly string[]
}

/**
 * Reads a target completely. A single file that cannot be read fails the plan, because an incomplete run
 * could be mistaken for a complete one.
 */
export async function planRun(
  library: Library,
  targetId: string,
  defaultSettings: EffectiveSettings,
): Promise<Result<PlannedRun, DescribedProblem>> {
  const found = targetIn(library.workspace.tree.collections, targetId)
  if (found === null)
    return failed({
      sentence: 'What you want to run is no longer in the workspace.',
      nextStep: 'Choose something else in the sidebar, or restore it from Recently deleted.',
    })
  const whole = await readWholeCollection(library.workspace, found.collection)
  if (!whole.ok) return failed(problemOf(whole.failure))
  const { collection, entries, missingSecrets, containerSecrets } = whole.value
  const shared = await library.runContextOf(found.collection.id)
  const secretValues = { ...shared.secretValues, ancestors: containerSecrets }
  const context = { ...shared, secretValues, defaultSettings }
  const idOf = (request: Request) => entries.get(request)?.id
  const all = runItems([{ collection, context, idOf }])
  const isWanted = wantedBelow(found, entries)
  return ok({
    name: found.target.name,
    collectionId: found.collection.id,
    environmentName: context.environment?.name ?? null,
    items: all.filter(item => isWanted(item.request)),
    notes: missingSecrets.map(
      ({ path, fields }) => `${path} has no value for ${fields.join(', ')} on this device.`,
    ),
  })
}

/** Returns the item as the page lists it. */
export function planItemOf({ key, id, path, request }: Omit<RunItem, 'context'>): RunPlanItem {
  const { badge } = requestKinds[request.kind]
  const method = badge ?? ('method' in request ? request.method : '')
  const isStream = sentInRuns(request) === null
  return { key, requestId: id, name: request.name, path, method, tags: request.tags, isStream }
}

interface FoundTarget {
  readonly collection: CollectionEntry
  readonly target: CollectionEntry | TreeItem
}

function targetIn(collections: readonly CollectionEntry[], targetId: string): FoundTarget | null {
  for (const collection of collections) {
    const target = collection.id === targetId ? collection : entryIn(collection.items, targetId)
    if (target !== null) return { collection, target }
  }
  return null
}

function entryIn(items: readonly TreeItem[], id: string): TreeItem | null {
  for (const item of items) {
    if (item.id === id) return item
    const within = item.kind === 'folder' ? entryIn(item.items, id) : null
    if (within !== null) return within
  }
  return null
}

function wantedBelow(
  { collection, target }: FoundTarget,
  entries: ReadonlyMap<Item, TreeItem>,
): (request: Request) => boolean {
  if (target === collection) return () => true
  return request => {
    const path = entries.get(request)?.path
    return path !== undefined && (path === target.path || path.startsWith(`${target.path}/`))
  }
}

function problemOf({
  sentence,
  nextStep,
  path,
}: {
  readonly sentence: string
  readonly nextStep: string
  readonly path: string
}): DescribedProblem {
  const isNamed = path === '' || sentence.includes(path)
  return { sentence: isNamed ? sentence : `${path}: ${sentence}`, nextStep }
}
