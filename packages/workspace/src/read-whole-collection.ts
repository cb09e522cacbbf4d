import {
  type Auth,
  type Collection,
  type Environment,
  failed,
  type Item,
  ok,
  type Result,
} from '@parley/model'
import { readDocument } from './documents/document.ts'
import { missingAuthFields } from './secrets/missing-auth-fields.ts'
import { environmentKind } from './secrets/stored-format.ts'
import type { CollectionEntry, TreeItem } from './tree/workspace-tree.ts'
import type { Workspace } from './workspace.ts'
import type { Opened } from './workspace-documents.ts'
import { damaged, type WorkspaceFailure } from './workspace-failure.ts'

/** A collection with all that its folders hold, in the order of the tree. */
export interface WholeCollection {
  readonly collection: Collection
  readonly environments: readonly Environment[]
  /** The entries of the tree that requests were read from. */
  readonly entries: ReadonlyMap<Item, TreeItem>
  readonly missingSecrets: readonly MissingSecrets[]
  /** Of these the fields of authorizations, as a send takes them. */
  readonly missingAuthFields: ReadonlyMap<Auth, readonly string[]>
}

/** Fields of secrets that a file lists and this machine has no value for. */
export interface MissingSecrets {
  readonly path: string
  readonly fields: readonly string[]
}

/** Reads a collection and everything in it. One file that cannot be read fails it: a part would pass for the whole. */
export function readWholeCollection(
  workspace: Workspace,
  entry: CollectionEntry,
): Promise<Result<WholeCollection, WorkspaceFailure>> {
  return new WholeReading(workspace).read(entry)
}

/** The environment that a file of ours holds by itself. Values of its secrets are not in it. */
export function readEnvironmentFile(bytes: Uint8Array, path: string): Result<Environment, WorkspaceFailure> {
  const read = readDocument(bytes, environmentKind.format)
  return read.ok ? ok(read.value.noun.noun) : failed(damaged(path, read.failure))
}

/** So many files are open at the same time. */
const filesAtOnce = 32

class Unreadable extends Error {
  readonly failure: WorkspaceFailure

  constructor(failure: WorkspaceFailure) {
    super(failure.sentence)
    this.failure = failure
  }
}

class WholeReading {
  readonly #workspace: Workspace
  readonly #entries = new Map<Item, TreeItem>()
  readonly #missing: MissingSecrets[] = []
  readonly #missingAuthFields = new Map<Auth, readonly string[]>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  async read(entry: CollectionEntry): Promise<Result<WholeCollection, WorkspaceFailure>> {
    try {
      const collection = this.#withAuth(entry.path, await this.#workspace.readCollection(entry.path))
      const environments: Environment[] = []
      for (const { path } of entry.environments)
        environments.push(this.#taken(path, await this.#workspace.readEnvironment(path)))
      const items = [...collection.items, ...(await this.#items(entry.items))]
      return ok({
        collection: { ...collection, name: collection.name || entry.name, items },
        environments: [...collection.environments, ...environments],
        entries: this.#entries,
        missingSecrets: this.#missing,
        missingAuthFields: this.#missingAuthFields,
      })
    } catch (error) {
      if (error instanceof Unreadable) return failed(error.failure)
      throw error
    }
  }

  async #items(entries: readonly TreeItem[]): Promise<readonly Item[]> {
    const items: Item[] = []
    for (let start = 0; start < entries.length; start += filesAtOnce) {
      const group = entries.slice(start, start + filesAtOnce)
      // Requests at the same time; a folder only after what stands before it, as it opens files of its own.
      const read = await Promise.all(
        group.map(entry => (entry.kind === 'request' ? this.#request(entry) : null)),
      )
      for (const [at, entry] of group.entries()) {
        const item = read[at] ?? (await this.#folder(entry))
        this.#entries.set(item, entry)
        items.push(item)
      }
    }
    return items
  }

  async #request({ path }: TreeItem): Promise<Item> {
    return this.#withAuth(path, await this.#workspace.readItem(path))
  }

  async #folder(entry: TreeItem): Promise<Item> {
    const folder = this.#withAuth(entry.path, await this.#workspace.readFolder(entry.path))
    return {
      ...folder,
      name: folder.name || entry.name,
      items: entry.kind === 'folder' ? await this.#items(entry.items) : [],
    }
  }

  #withAuth<Noun extends Item | Collection>(
    path: string,
    read: Result<Pick<Opened<Noun>, 'noun' | 'missingSecrets'>, WorkspaceFailure>,
  ): Noun {
    const noun = this.#taken(path, read)
    const missing = read.ok ? read.value.missingSecrets : []
    for (const [auth, fields] of missingAuthFields(noun, missing)) this.#missingAuthFields.set(auth, fields)
    return noun
  }

  #taken<Noun>(
    path: string,
    read: Result<Pick<Opened<Noun>, 'noun' | 'missingSecrets'>, WorkspaceFailure>,
  ): Noun {
    if (!read.ok) throw new Unreadable(read.failure)
    const { noun, missingSecrets } = read.value
    if (missingSecrets.length > 0) this.#missing.push({ path, fields: missingSecrets })
    return noun
  }
}
