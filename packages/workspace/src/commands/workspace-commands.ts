import { errorCodeOf, renamePatiently } from '@parley/files'
import { type Environment, failed, type Item, ok, type Result } from '@parley/model'
import { freeFileName, sameNameKey } from '../names/file-name-for.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import {
  collectionKind,
  environmentKind,
  folderKind,
  itemKind,
  type StoredKind,
} from '../secrets/stored-format.ts'
import { copyTree } from '../trash/copy-tree.ts'
import type { DeletedEntry, Trash } from '../trash/trash.ts'
import type { AnyEntry, KnownWorkspace } from '../tree/known-workspace.ts'
import { childPath, isWithin, nameInPath, parentPath } from '../tree/workspace-path.ts'
import type { WorkspaceDocuments } from '../workspace-documents.ts'
import { notDeleted, notFound, notWritten, type WorkspaceFailure, wrongPlace } from '../workspace-failure.ts'
import { type AddedCollection, addCollection, type NewCollection } from './add-collection.ts'
import { type EntryEdits, emptyCollection, emptyFolder } from './entry-edits.ts'
import { Places } from './places.ts'

type Done<Value> = Promise<Result<Value, WorkspaceFailure>>

/** What takes a move back. */
export interface MoveRecord {
  /** Where it stands now. */
  readonly path: string
  readonly parentBefore: string
  readonly fileNameBefore: string
  /** Its place among the siblings of its kind. */
  readonly indexBefore: number
}

/** A request that was written, as it can be opened and saved from now on. */
export interface CreatedItem {
  readonly path: string
  readonly id: string
  readonly version: string
}

/** What {@link WorkspaceCommands} works on. */
export interface CommandParts {
  readonly known: KnownWorkspace
  readonly documents: WorkspaceDocuments
  readonly secrets: SecretStore
  readonly edits: EntryEdits
  readonly trash: Trash
  readonly now: () => number
  /** Runs one command at a time. */
  alone<Value>(task: () => Promise<Value>): Promise<Value>
}

/**
 * What changes the layout of a workspace. Each command changes the disk whole or not at all, except for the order of
 * siblings, which is many small files.
 */
export class WorkspaceCommands {
  readonly #known: KnownWorkspace
  readonly #documents: WorkspaceDocuments
  readonly #secrets: SecretStore
  readonly #edits: EntryEdits
  readonly #trash: Trash
  readonly #now: () => number
  readonly #alone: CommandParts['alone']
  readonly #places: Places

  constructor({ known, documents, secrets, edits, trash, now, alone }: CommandParts) {
    this.#known = known
    this.#documents = documents
    this.#secrets = secrets
    this.#edits = edits
    this.#trash = trash
    this.#now = now
    this.#alone = alone
    this.#places = new Places(known, edits)
  }

  /**
   * A new request at the end of a collection or folder. Where it fails there is no file, and where there is one it
   * has not failed, even if nothing can be read by then.
   */
  createItem(parent: string, item: Item): Done<CreatedItem> {
    return this.#alone(async () => {
      if (!this.#places.takesItems(parent))
        return failed(wrongPlace(parent, `“${parent}” holds no requests.`))
      const name = 'name' in item ? item.name : 'script'
      const path = childPath(parent, freeFileName(name, '.yml', await this.#places.takenNames(parent)))
      const placed =
        item.kind === 'scriptFile'
          ? item
          : { ...item, sequence: this.#places.nextSequence(parent, 'request') }
      const saved = await this.#documents.save(path, itemKind, { noun: placed, baseVersion: null })
      return saved.ok ? ok({ path, id: this.#known.identities.idOf(path), version: saved.value }) : saved
    })
  }

  /** A new folder at the end of the folders of a collection or folder. Resolves to its path. */
  createFolder(parent: string, name: string): Done<string> {
    return this.#alone(async () => {
      if (!this.#places.takesItems(parent)) return failed(wrongPlace(parent, `“${parent}” holds no folders.`))
      const path = childPath(parent, freeFileName(name, '', await this.#places.takenNames(parent)))
      const noun = { ...emptyFolder, name, sequence: this.#places.nextSequence(parent, 'folder') }
      return this.#makeFolder(path, 'folder.yml', folderKind, noun)
    })
  }

  /** A new, empty collection. Resolves to its path. */
  createCollection(name: string): Done<string> {
    return this.#alone(async () => {
      if (this.#known.tree.isOneCollection)
        return failed(wrongPlace('', 'This folder is one collection and holds no others.'))
      const path = freeFileName(name, '', await this.#places.takenNames(''))
      return this.#makeFolder(path, 'opencollection.yml', collectionKind, { ...emptyCollection, name })
    })
  }

  /** A collection with all below it, whole or not at all. */
  addCollection(added: NewCollection): Done<AddedCollection> {
    return this.#alone(async () => {
      if (this.#known.tree.isOneCollection)
        return failed(wrongPlace('', 'This folder is one collection and holds no others.'))
      const path = freeFileName(added.collection.name, '', await this.#places.takenNames(''))
      return addCollection(this.#known, this.#secrets, path, added)
    })
  }

  /**
   * A new environment of the workspace, whose path is empty, or of a collection, with the values of its
   * secret variables. Resolves to its path.
   */
  createEnvironment(
    owner: string,
    environment: Environment,
    secretVariables?: ReadonlyMap<string, string>,
  ): Done<string> {
    return this.#alone(async () => {
      const folder = childPath(owner, 'environments')
      try {
        await this.#known.files.makeFolder(this.#known.absolute(folder))
        await this.#known.files.syncFolder(this.#known.absolute(owner))
      } catch (error) {
        return failed(notWritten(folder, errorCodeOf(error)))
      }
      await this.#known.lookAfter([folder], [owner])
      const path = childPath(
        folder,
        freeFileName(environment.name, '.yml', await this.#places.takenNames(folder)),
      )
      return this.#make(path, environmentKind, environment, secretVariables)
    })
  }

  /** Gives an entry another name, and its file or folder one to match. Resolves to its path. */
  rename(path: string, name: string): Done<string> {
    return this.#alone(async () => {
      const entry = this.#known.entry(path)
      if (entry === undefined) return failed(notFound(path))
      const named = await this.#edits.edit(entry.path, { name })
      if (!named.ok) return named
      if (path === '') return ok(path)
      const ending = isFileEntry(entry) ? '.yml' : ''
      const taken = await this.#places.takenNames(parentPath(path))
      taken.delete(sameNameKey(nameInPath(path)))
      return this.#places.relocate(path, childPath(parentPath(path), freeFileName(name, ending, taken)))
    })
  }

  /** A copy beside an entry, with “copy” behind its name and IDs of its own. Resolves to its path. */
  duplicate(path: string): Done<string> {
    return this.#alone(async () => {
      const entry = this.#known.entry(path)
      if (entry === undefined || path === '') return failed(notFound(path))
      const [parent, name] = [parentPath(path), `${entry.name} copy`]
      const ending = isFileEntry(entry) ? '.yml' : ''
      const copy = childPath(parent, freeFileName(name, ending, await this.#places.takenNames(parent)))
      try {
        // Files made halfway are no copy: they take their place in one step.
        const partial = this.#known.absolute(childPath(parent, `.${nameInPath(copy)}.copying`))
        await copyTree(this.#known.files, this.#known.absolute(path), partial)
        await renamePatiently(this.#known.files, partial, this.#known.absolute(copy))
        await this.#known.files.syncFolder(this.#known.absolute(parent))
      } catch (error) {
        return failed(notWritten(copy, errorCodeOf(error)))
      }
      await this.#known.lookAfter([copy], [parent])
      await this.#copySecrets(path, copy)
      const made = this.#known.entry(copy)
      if (made === undefined) return failed(notFound(copy))
      const named = await this.#edits.edit(made.path, { name })
      if (!named.ok) return named
      const kind = made.kind === 'folder' ? 'folder' : 'request'
      const siblings = this.#places.itemsOf(parent, kind)
      const place = siblings.findIndex(one => one.path === path)
      return made.kind === 'folder' || made.kind === 'request'
        ? this.#places.order(copy, place + 1)
        : ok(copy)
    })
  }

  /**
   * Moves a request or folder into a collection or folder, to a place among those of its kind there; also
   * within where it stands. Resolves to what takes it back.
   */
  move(path: string, parent: string, index: number): Done<MoveRecord> {
    return this.#alone(() => this.#move(path, parent, index, nameInPath(path)))
  }

  /** Takes a move back: the old place, the old file name. */
  undoMove({ path, parentBefore, indexBefore, fileNameBefore }: MoveRecord): Done<MoveRecord> {
    return this.#alone(() => this.#move(path, parentBefore, indexBefore, fileNameBefore))
  }

  /** Moves an entry into the trash, from where it comes back for 7 days (spec 4.1). */
  remove(path: string): Done<DeletedEntry> {
    return this.#alone(async () => {
      const entry = this.#known.entry(path)
      if (entry === undefined || path === '') return failed(notFound(path))
      const identities = this.#known.identities.within(path).map(one => ({ path: one.path, id: one.id }))
      const { kind, name } = entry
      try {
        const deletedAtMs = this.#now()
        const deleted = await this.#trash.put(this.#known.absolute(path), {
          path,
          name,
          kind,
          deletedAtMs,
          identities,
        })
        // What takes its place from now on is something else.
        this.#known.identities.take(path)
        await this.#known.lookAfter([path], [parentPath(path)])
        return ok(deleted)
      } catch (error) {
        await this.#known.lookAfter([path], [parentPath(path)])
        return failed(notDeleted(path, errorCodeOf(error)))
      }
    })
  }

  /** What can be brought back, the latest first. */
  listDeleted(): Promise<readonly DeletedEntry[]> {
    return this.#trash.list()
  }

  /** Brings something back to where it stood, or beside what stands there now. Resolves to its path. */
  restore(trashId: string): Done<string> {
    return this.#alone(async () => {
      const deleted = (await this.#trash.list()).find(one => one.trashId === trashId)
      if (deleted === undefined) return failed(notFound(trashId))
      const parent = parentPath(deleted.path)
      try {
        await this.#known.files.makeFolder(this.#known.absolute(parent))
        const taken = await this.#places.takenNames(parent)
        const name = nameInPath(deleted.path)
        const ending = /\.ya?ml$/.exec(name)?.[0] ?? ''
        const path = taken.has(sameNameKey(name))
          ? childPath(parent, freeFileName(name.slice(0, name.length - ending.length), ending, taken))
          : deleted.path
        await this.#trash.restore(trashId, this.#known.absolute(path))
        this.#known.identities.put(
          deleted.identities.map(one => ({ path: path + one.path.slice(deleted.path.length), id: one.id })),
        )
        await this.#known.lookAfter([path], [parent, path])
        return ok(path)
      } catch (error) {
        return failed(notWritten(deleted.path, errorCodeOf(error)))
      }
    })
  }

  async #move(path: string, parent: string, index: number, fileName: string): Done<MoveRecord> {
    const entry = this.#known.entry(path)
    if (entry === undefined) return failed(notFound(path))
    if (entry.kind !== 'folder' && entry.kind !== 'request')
      return failed(wrongPlace(path, 'Only requests and folders can be moved.'))
    if (!this.#places.takesItems(parent)) return failed(wrongPlace(parent, `“${parent}” holds no requests.`))
    if (isWithin(parent, path)) return failed(wrongPlace(parent, 'A folder cannot be moved into itself.'))
    const siblings = this.#places.itemsOf(parentPath(path), entry.kind)
    const record = {
      parentBefore: parentPath(path),
      fileNameBefore: nameInPath(path),
      indexBefore: siblings.findIndex(one => one.path === path),
    }
    const taken = await this.#places.takenNames(parent)
    if (parent === parentPath(path)) taken.delete(sameNameKey(nameInPath(path)))
    const ending = isFileEntry(entry) ? '.yml' : ''
    const name = taken.has(sameNameKey(fileName)) ? freeFileName(entry.name, ending, taken) : fileName
    const moved = await this.#places.relocate(path, childPath(parent, name))
    if (!moved.ok) return moved
    const ordered = await this.#places.order(moved.value, index)
    return ordered.ok ? ok({ ...record, path: ordered.value }) : ordered
  }

  async #make<Noun>(
    path: string,
    kind: StoredKind<Noun>,
    noun: Noun,
    secretVariables?: ReadonlyMap<string, string>,
  ): Done<string> {
    const saved = await this.#documents.save(path, kind, {
      noun,
      baseVersion: null,
      ...(secretVariables === undefined ? {} : { secretVariables }),
    })
    return saved.ok ? ok(path) : saved
  }

  async #makeFolder<Noun>(path: string, file: string, kind: StoredKind<Noun>, noun: Noun): Done<string> {
    try {
      await this.#known.files.makeFolder(this.#known.absolute(path))
      await this.#known.files.syncFolder(this.#known.absolute(parentPath(path)))
    } catch (error) {
      return failed(notWritten(path, errorCodeOf(error)))
    }
    const made = await this.#make(childPath(path, file), kind, noun)
    // A folder without its file would stay as an empty one that nobody asked for.
    if (!made.ok) await this.#known.files.removeFolder(this.#known.absolute(path)).catch(() => {})
    await this.#known.lookAfter([path], [parentPath(path), path])
    return made.ok ? ok(path) : made
  }

  /** The values of secrets go with a copy. */
  async #copySecrets(from: string, to: string): Promise<void> {
    const paths = this.#known.filePaths().filter(path => isWithin(path, to))
    for (const path of paths) await this.#documents.copySecrets(from + path.slice(to.length), path)
  }
}

function isFileEntry(entry: AnyEntry): boolean {
  return entry.kind === 'request' || entry.kind === 'environment'
}
