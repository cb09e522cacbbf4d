import { type Collection, ok, type Result } from '@parley/model'
import type { CollectionEntry, TreeItem, Workspace, WorkspaceFailure } from '@parley/workspace'
import { runImport } from '../run-import.ts'
import { type CollectionPlan, type PlacedEnvironment, planCollection } from './plan-collection.ts'
import { isUnchanged, type PlacedRequest, planLines, planUpdate, type UpdatePlan } from './plan-update.ts'

/** The path of a collection's source document, which is kept for comparison with a later import. */
export const keptDocumentPath = '.imported/openapi'

/**
 * An update of a collection that was imported from an earlier version of the document; nothing is written
 * yet.
 */
export interface CollectionUpdate {
  readonly name: string
  /** The path in the workspace. */
  readonly path: string
  /** The differences, one line per request. */
  readonly lines: readonly string[]
  readonly plan: UpdatePlan
  /** The changes to the collection itself and to its environments. */
  readonly whole: CollectionPlan
  readonly base: Collection
  readonly next: Collection
  /** The text of the new version. */
  readonly document: string
}

/** Finds the update of a workspace for a document; null if no collection came from it before. */
export async function findUpdate(
  workspace: Workspace,
  next: Collection,
  document: string,
): Promise<CollectionUpdate | null> {
  for (const entry of workspace.tree.collections) {
    const kept = await workspace.readNote(`${entry.path}/${keptDocumentPath}`)
    const collection = kept === null ? undefined : await collectionOf(kept)
    if (collection === undefined || collection.name !== next.name) continue
    const plan = planUpdate(collection, next, await placedRequests(workspace, entry))
    const read = await workspace.readCollection(entry.path)
    if (!read.ok) continue
    const environments = await placedEnvironments(workspace, entry)
    const whole = planCollection(collection, next, read.value.entity, environments)
    const isSame = isUnchanged(plan) && whole.lines.length === 0
    const lines = [...(isSame ? ['Nothing is different.'] : []), ...whole.lines, ...planLines(plan)]
    return { name: entry.name, path: entry.path, lines, plan, whole, base: collection, next, document }
  }
  return null
}

/**
 * Reads the kept document in a limited thread like every source, because the workspace may come from
 * elsewhere.
 */
async function collectionOf(document: string): Promise<Collection | undefined> {
  const files = [{ path: keptDocumentPath, bytes: new TextEncoder().encode(document) }]
  const read = await runImport({ name: keptDocumentPath, files })
  const [part] = read.ok ? read.value.parts : []
  return part?.format === 'openApi' ? part.collections[0] : undefined
}

/** Carries out an update. What the user changed meanwhile is kept, and is reported as sentences. */
export async function applyUpdate(
  workspace: Workspace,
  { path, plan, whole, base, next, document }: CollectionUpdate,
): Promise<Result<readonly string[], WorkspaceFailure>> {
  const notDone: string[] = []
  const note = (result: Result<unknown, WorkspaceFailure>) => {
    if (!result.ok) notDone.push(result.failure.sentence)
  }
  for (const { mine, request } of plan.changed)
    note(await workspace.saveItem(mine.path, { entity: request, baseVersion: mine.version }))
  for (const { folders, request } of plan.added) {
    const parent = await folderOf(workspace, path, folders)
    note(parent.ok ? await workspace.commands.createItem(parent.value, request) : parent)
  }
  for (const { path: removed } of plan.removed) note(await workspace.commands.remove(removed))
  for (const result of await applyToCollection(workspace, path, { base, next, whole })) note(result)
  // The document is stored last, so that what was not done is again a difference for the next import.
  if (notDone.length > 0) return ok(notDone)
  const kept = await workspace.writeNote(`${path}/${keptDocumentPath}`, document)
  return kept.ok ? ok(notDone) : kept
}

/** Updates the collection itself and its environments. */
async function applyToCollection(
  workspace: Workspace,
  path: string,
  { base, next, whole }: Pick<CollectionUpdate, 'base' | 'next' | 'whole'>,
): Promise<readonly Result<unknown, WorkspaceFailure>[]> {
  const done: Result<unknown, WorkspaceFailure>[] = []
  if (whole.collection !== null) {
    // Read again, because the user may have changed it after seeing the differences.
    const read = await workspace.readCollection(path)
    const { collection: entity } = read.ok
      ? planCollection(base, next, read.value.entity, [])
      : { collection: null }
    if (!read.ok) done.push(read)
    else if (entity !== null)
      done.push(await workspace.saveCollection(path, { entity, baseVersion: read.value.version }))
  }
  for (const environment of whole.added)
    done.push(await workspace.commands.createEnvironment(path, environment, new Map()))
  for (const { path: place, version, environment } of whole.changed)
    done.push(await workspace.saveEnvironment(place, { entity: environment, baseVersion: version }))
  return done
}

async function placedEnvironments(
  workspace: Workspace,
  entry: CollectionEntry,
): Promise<readonly PlacedEnvironment[]> {
  const found: PlacedEnvironment[] = []
  for (const { path } of entry.environments) {
    const read = await workspace.readEnvironment(path)
    if (read.ok) found.push({ path, version: read.value.version, environment: read.value.entity })
  }
  return found
}

/** Returns the folder with these names, and creates it if necessary. */
async function folderOf(
  workspace: Workspace,
  collectionPath: string,
  names: readonly string[],
): Promise<Result<string, WorkspaceFailure>> {
  let path = collectionPath
  for (const name of names) {
    const found = itemsAt(workspace, path).find(item => item.kind === 'folder' && item.name === name)
    const made = found === undefined ? await workspace.commands.createFolder(path, name) : ok(found.path)
    if (!made.ok) return made
    path = made.value
  }
  return ok(path)
}

function itemsAt(workspace: Workspace, path: string): readonly TreeItem[] {
  const find = (items: readonly TreeItem[]): readonly TreeItem[] | undefined => {
    for (const item of items) {
      if (item.kind !== 'folder') continue
      const found = item.path === path ? item.items : find(item.items)
      if (found !== undefined) return found
    }
    return undefined
  }
  const collections = workspace.tree.collections
  return (
    collections.find(one => one.path === path)?.items ??
    collections.map(one => find(one.items)).find(one => one !== undefined) ??
    []
  )
}

async function placedRequests(
  workspace: Workspace,
  entry: CollectionEntry,
): Promise<readonly PlacedRequest[]> {
  const found: PlacedRequest[] = []
  const visit = async (items: readonly TreeItem[], folders: readonly string[]): Promise<void> => {
    for (const item of items) {
      if (item.kind === 'folder') await visit(item.items, [...folders, item.name])
      else {
        const read = await workspace.readItem(item.path)
        if (read.ok && read.value.entity.kind === 'http')
          found.push({ path: item.path, version: read.value.version, folders, request: read.value.entity })
      }
    }
  }
  await visit(entry.items, [])
  return found
}
