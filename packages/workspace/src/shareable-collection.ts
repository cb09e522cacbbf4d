import { type Collection, type Environment, failed, type Item, ok, type Result } from '@parley/model'
import { writeDocument } from './documents/document.ts'
import {
  collectionKind,
  environmentKind,
  folderKind,
  isReference,
  itemKind,
  type StoredKind,
} from './secrets/stored-format.ts'
import type { CollectionEntry, TreeItem } from './tree/workspace-tree.ts'
import type { Workspace } from './workspace.ts'
import type { WorkspaceFailure } from './workspace-failure.ts'
import { damaged, notFound } from './workspace-failure.ts'

/** A collection with everything in it, ready to be shared, and its unreadable files. */
export interface ShareableCollection {
  readonly collection: Collection
  readonly unreadable: readonly { readonly path: string; readonly sentence: string }[]
}

/** Reads a whole collection with a placeholder `{{field}}` in place of each secret, never its value. */
export async function shareableCollection(
  workspace: Workspace,
  path: string,
): Promise<Result<ShareableCollection, WorkspaceFailure>> {
  const entry = workspace.tree.collections.find(one => one.path === path)
  if (entry === undefined) return failed(notFound(path))
  const read = await workspace.readCollection(path)
  if (!read.ok) return read
  const reading = new Reading(workspace)
  const collection = withPlaceholders(read.value.entity, collectionKind, read.value.missingSecrets)
  return ok({
    collection: {
      ...collection,
      environments: [...collection.environments, ...(await reading.environments(entry))],
      items: [...collection.items, ...(await reading.items(entry.items))],
    },
    unreadable: reading.unreadable,
  })
}

/** Returns a collection as one file (OpenCollection 1.0, bundled). */
export function bundledText(collection: Collection): Result<string, WorkspaceFailure> {
  const entity = { entity: { ...collection, bundled: true }, secretFields: [] }
  const text = writeDocument(entity, collectionKind.format, null)
  return text.ok ? text : failed(damaged(collection.name, text.failure))
}

class Reading {
  readonly #workspace: Workspace
  readonly unreadable: { path: string; sentence: string }[] = []

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  async environments(entry: CollectionEntry): Promise<readonly Environment[]> {
    const found: Environment[] = []
    for (const { path } of entry.environments) {
      const read = await this.#workspace.readEnvironment(path)
      if (read.ok) found.push(withPlaceholders(read.value.entity, environmentKind, read.value.missingSecrets))
      else this.#note(path, read.failure)
    }
    return found
  }

  async items(entries: readonly TreeItem[]): Promise<readonly Item[]> {
    const found: Item[] = []
    for (const entry of entries) {
      if (entry.kind === 'folder') {
        const read = await this.#workspace.readFolder(entry.path)
        if (!read.ok) this.#note(entry.path, read.failure)
        const items = await this.items(entry.items)
        if (read.ok) {
          const folder = withPlaceholders(read.value.entity, folderKind, read.value.missingSecrets)
          found.push({ ...folder, items: [...folder.items, ...items] })
        } else found.push(...items)
        continue
      }
      const read = await this.#workspace.readItem(entry.path)
      if (read.ok) found.push(withPlaceholders(read.value.entity, itemKind, read.value.missingSecrets))
      else this.#note(entry.path, read.failure)
    }
    return found
  }

  #note(path: string, { sentence }: WorkspaceFailure): void {
    this.unreadable.push({ path, sentence })
  }
}

/** Replaces each secret with a placeholder of the field's name, whether or not this machine has the value. */
function withPlaceholders<Entity>(
  entity: Entity,
  kind: StoredKind<Entity>,
  missing: readonly string[],
): Entity {
  return kind.mapSecrets(entity, (field, text) => {
    if (isReference(text)) return text
    const isSecret = text !== '' || missing.includes(field)
    return isSecret ? `{{${field.slice(field.lastIndexOf('.') + 1)}}}` : ''
  })
}
