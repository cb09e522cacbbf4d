import { type Collection, type Environment, failed, type Item, ok, type Result } from '@parley/model'
import { writeAnyDocument } from './documents/long-documents.ts'
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

/**
 * Reads a whole collection with a placeholder `{{name}}` in place of each secret, never its value: one name for equal values, and
 * another one for each other value.
 */
export async function shareableCollection(
  workspace: Workspace,
  path: string,
): Promise<Result<ShareableCollection, WorkspaceFailure>> {
  const entry = workspace.tree.collections.find(one => one.path === path)
  if (entry === undefined) return failed(notFound(path))
  const read = await workspace.readCollection(path)
  if (!read.ok) return read
  const reading = new Reading(workspace)
  const collection = reading.withPlaceholders(path, read.value, collectionKind)
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
export async function bundledText(collection: Collection): Promise<Result<string, WorkspaceFailure>> {
  const entity = { entity: { ...collection, bundled: true }, secretFields: [] }
  const text = await writeAnyDocument(entity, collectionKind.format, null)
  return text.ok ? text : failed(damaged(collection.name, text.failure))
}

class Reading {
  readonly #workspace: Workspace
  readonly #placeholders = new PlaceholderNames()
  readonly unreadable: { path: string; sentence: string }[] = []

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  async environments(entry: CollectionEntry): Promise<readonly Environment[]> {
    const found: Environment[] = []
    for (const { path } of entry.environments) {
      const read = await this.#workspace.readEnvironment(path)
      if (read.ok) found.push(this.withPlaceholders(path, read.value, environmentKind))
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
          const folder = this.withPlaceholders(entry.path, read.value, folderKind)
          found.push({ ...folder, items: [...folder.items, ...items] })
        } else found.push(...items)
        continue
      }
      const read = await this.#workspace.readItem(entry.path)
      if (read.ok) found.push(this.withPlaceholders(entry.path, read.value, itemKind))
      else this.#note(entry.path, read.failure)
    }
    return found
  }

  /** Replaces each secret, whether or not this machine has its value. */
  withPlaceholders<Entity extends object>(
    path: string,
    { entity, missingSecrets }: { readonly entity: Entity; readonly missingSecrets: readonly string[] },
    kind: StoredKind<Entity>,
  ): Entity {
    for (const name of variableNamesIn(entity)) this.#placeholders.reserve(name)
    return kind.mapSecrets(entity, (field, text) => {
      if (isReference(text)) return text
      const isSecret = text !== '' || missingSecrets.includes(field)
      return isSecret
        ? `{{${this.#placeholders.nameOf(field, text === '' ? `${path}/${field}` : text)}}}`
        : ''
    })
  }

  #note(path: string, { sentence }: WorkspaceFailure): void {
    this.unreadable.push({ path, sentence })
  }
}

/** The names of placeholders, which no variable of the collection has. */
class PlaceholderNames {
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()

  reserve(name: string): void {
    this.#taken.add(name)
  }

  /**
   * Returns the name for a secret: that of its field, with a number if another secret has it.
   * @param secret the value, or the place of a secret whose value is not on this machine
   */
  nameOf(field: string, secret: string): string {
    const base = baseNameOf(field)
    const key = JSON.stringify([base, secret])
    const known = this.#names.get(key)
    if (known !== undefined) return known
    let name = base
    for (let number = 2; this.#taken.has(name); number += 1) name = `${base}${number}`
    this.#taken.add(name)
    this.#names.set(key, name)
    return name
  }
}

/** Returns the last part of a field that says what it is. */
function baseNameOf(field: string): string {
  const parts = field.split('.')
  const last = parts.at(-1) ?? ''
  if (last !== 'value') return last
  const owner = parts.at(-2) ?? ''
  return owner === 'auth' ? 'apiKey' : owner
}

function variableNamesIn(entity: object): readonly string[] {
  const {
    defaults,
    variables,
    environments,
  }: Partial<Pick<Collection, 'defaults' | 'environments'> & Environment> = entity
  return [
    ...(variables ?? []),
    ...(defaults?.variables ?? []),
    ...(environments ?? []).flatMap(one => one.variables),
  ].map(one => one.name)
}
