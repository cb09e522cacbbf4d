import {
  type Auth,
  type Collection,
  type Environment,
  type Folder,
  failed,
  type Item,
  ok,
  type Result,
} from '@parley/model'
import { readAnyDocument } from './documents/long-documents.ts'
import { missingAuthFields } from './secrets/missing-auth-fields.ts'
import { environmentKind } from './secrets/stored-format.ts'
import type { CollectionEntry, TreeItem } from './tree/workspace-tree.ts'
import type { Workspace } from './workspace.ts'
import type { Opened } from './workspace-documents.ts'
import { damaged, type WorkspaceFailure } from './workspace-failure.ts'

/** A collection with everything in its folders, in the order of the tree. */
export interface WholeCollection {
  readonly collection: Collection
  readonly environments: readonly Environment[]
  /** The values of the secret variables of its environments on this machine, by name. */
  readonly secretVariables: ReadonlyMap<Environment, ReadonlyMap<string, string>>
  /** The values of the secret variables of the collection and its folders on this machine, by name. */
  readonly containerSecrets: ReadonlyMap<Collection | Folder, ReadonlyMap<string, string>>
  /** The tree entries of the requests. */
  readonly entries: ReadonlyMap<Item, TreeItem>
  readonly missingSecrets: readonly MissingSecrets[]
  /** The missing fields that belong to authorizations, for a send. */
  readonly missingAuthFields: ReadonlyMap<Auth, readonly string[]>
}

/** Secret fields that a file lists but that have no value on this machine. */
export interface MissingSecrets {
  readonly path: string
  readonly fields: readonly string[]
}

/**
 * Returns whether a request must be read.
 * @param path the names of the containing collection and folders, outermost first
 */
export type IsWanted = (path: readonly string[], name: string) => boolean

/** Called for each entry that is left out because its file cannot be read. */
export type LeaveOut = (failure: WorkspaceFailure) => void

/**
 * Reads a collection and everything in it, or only the wanted requests and the folders that contain them. One
 * unreadable file makes the read fail, because a part must not pass for the whole.
 * @param leaveOut - for callers that can do with a part: unreadable requests, folders and environments are left out and
 *   reported to it
 */
export function readWholeCollection(
  workspace: Workspace,
  entry: CollectionEntry,
  isWanted: IsWanted | null = null,
  leaveOut: LeaveOut | null = null,
): Promise<Result<WholeCollection, WorkspaceFailure>> {
  return new WholeReading(workspace, isWanted, leaveOut).read(entry)
}

/** Reads the environment of a single Parley file, without the values of its secrets. */
export async function readEnvironmentFile(
  bytes: Uint8Array,
  path: string,
): Promise<Result<Environment, WorkspaceFailure>> {
  const read = await readAnyDocument(bytes, environmentKind.format)
  return read.ok ? ok(read.value.entity.entity) : failed(damaged(path, read.failure))
}

/** The maximum number of files open at the same time. */
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
  readonly #isWanted: IsWanted | null
  readonly #leaveOut: LeaveOut | null
  readonly #entries = new Map<Item, TreeItem>()
  readonly #containerSecrets = new Map<Collection | Folder, ReadonlyMap<string, string>>()
  readonly #missing: MissingSecrets[] = []
  readonly #missingAuthFields = new Map<Auth, readonly string[]>()

  constructor(workspace: Workspace, isWanted: IsWanted | null, leaveOut: LeaveOut | null) {
    this.#workspace = workspace
    this.#isWanted = isWanted
    this.#leaveOut = leaveOut
  }

  async read(entry: CollectionEntry): Promise<Result<WholeCollection, WorkspaceFailure>> {
    try {
      const read = await this.#workspace.readCollection(entry.path)
      const collection = this.#withAuth(entry.path, read)
      const secretVariables = new Map<Environment, ReadonlyMap<string, string>>()
      for (const { path } of entry.environments) {
        const opened = await this.#workspace.readEnvironment(path)
        if (this.#isLeftOut(opened)) continue
        secretVariables.set(this.#taken(path, opened), opened.ok ? opened.value.secretVariables : new Map())
      }
      const name = collection.name || entry.name
      const items = [...collection.items, ...(await this.#items(entry.items, [name]))]
      const whole = { ...collection, name, items }
      this.#noteSecrets(whole, read)
      return ok({
        collection: whole,
        environments: [...collection.environments, ...secretVariables.keys()],
        secretVariables,
        containerSecrets: this.#containerSecrets,
        entries: this.#entries,
        missingSecrets: this.#missing,
        missingAuthFields: this.#missingAuthFields,
      })
    } catch (error) {
      if (error instanceof Unreadable) return failed(error.failure)
      throw error
    }
  }

  async #items(all: readonly TreeItem[], path: readonly string[]): Promise<readonly Item[]> {
    const items: Item[] = []
    const isWanted = this.#isWanted
    const entries = isWanted === null ? all : all.filter(entry => holdsWanted(entry, path, isWanted))
    for (let start = 0; start < entries.length; start += filesAtOnce) {
      const group = entries.slice(start, start + filesAtOnce)
      // Requests are read in parallel; a folder is read only after the items before it, because it opens
      // files itself.
      const read = await Promise.all(
        group.map(entry => (entry.kind === 'request' ? this.#request(entry) : null)),
      )
      for (const [at, entry] of group.entries()) {
        const item = entry.kind === 'request' ? read[at] : await this.#folder(entry, path)
        if (item === null || item === undefined) continue
        this.#entries.set(item, entry)
        items.push(item)
      }
    }
    return items
  }

  async #request({ path, name }: TreeItem): Promise<Item | null> {
    const read = await this.#workspace.readItem(path)
    if (this.#isLeftOut(read)) return null
    const item = this.#withAuth(path, read)
    return 'name' in item && item.name === '' ? { ...item, name } : item
  }

  async #folder(entry: TreeItem, path: readonly string[]): Promise<Item | null> {
    const read = await this.#workspace.readFolder(entry.path)
    if (this.#isLeftOut(read)) return null
    const folder = this.#withAuth(entry.path, read)
    const name = folder.name || entry.name
    const whole = {
      ...folder,
      name,
      items: entry.kind === 'folder' ? await this.#items(entry.items, [...path, name]) : [],
    }
    this.#noteSecrets(whole, read)
    return whole
  }

  #noteSecrets(
    container: Collection | Folder,
    read: Result<Pick<Opened<unknown>, 'secretVariables'>, WorkspaceFailure>,
  ): void {
    if (read.ok && read.value.secretVariables.size > 0)
      this.#containerSecrets.set(container, read.value.secretVariables)
  }

  #isLeftOut(read: Result<unknown, WorkspaceFailure>): boolean {
    if (read.ok || this.#leaveOut === null) return false
    this.#leaveOut(read.failure)
    return true
  }

  #withAuth<Entity extends Item | Collection>(
    path: string,
    read: Result<Pick<Opened<Entity>, 'entity' | 'missingSecrets'>, WorkspaceFailure>,
  ): Entity {
    const entity = this.#taken(path, read)
    const missing = read.ok ? read.value.missingSecrets : []
    for (const [auth, fields] of missingAuthFields(entity, missing)) this.#missingAuthFields.set(auth, fields)
    return entity
  }

  #taken<Entity>(
    path: string,
    read: Result<Pick<Opened<Entity>, 'entity' | 'missingSecrets'>, WorkspaceFailure>,
  ): Entity {
    if (!read.ok) throw new Unreadable(read.failure)
    const { entity, missingSecrets } = read.value
    if (missingSecrets.length > 0) this.#missing.push({ path, fields: missingSecrets })
    return entity
  }
}

function holdsWanted(entry: TreeItem, path: readonly string[], isWanted: IsWanted): boolean {
  if (entry.kind === 'request') return isWanted(path, entry.name)
  return entry.items.some(item => holdsWanted(item, [...path, entry.name], isWanted))
}
