import { randomUUID } from 'node:crypto'
import { errorCodeOf, isTakenError } from '@parley/files'
import { type Environment, failed, type Item, ok, type Result } from '@parley/model'
import { writeAnyDocument } from '../documents/long-documents.ts'
import { freeFileName, sameNameKey } from '../file-name-for.ts'
import type { IntentJournal } from '../identity/intent-journal.ts'
import {
  collectionKind,
  environmentKind,
  folderKind,
  itemKind,
  type StoredKind,
} from '../secrets/stored-format.ts'
import type { DeletedEntry, Trash } from '../trash/trash.ts'
import type { AnyEntry, KnownWorkspace } from '../tree/known-workspace.ts'
import { childPath, isWithin, nameInPath, parentPath } from '../tree/workspace-path.ts'
import type { WorkspaceDocuments } from '../workspace-documents.ts'
import {
  damaged,
  fileChanged,
  notDeleted,
  notFound,
  notWritten,
  type WorkspaceFailure,
  wrongPlace,
} from '../workspace-failure.ts'
import { type AddedCollection, addCollection, type NewCollection } from './add-collection.ts'
import type { CollectionList } from './collection-list.ts'
import type { CommandParts } from './command-parts.ts'
import { copyEntry } from './copy-entry.ts'
import { type EntryEdits, emptyCollection, emptyFolder } from './entry-edits.ts'
import type { EntryLayout } from './entry-layout.ts'
import { writeNewTree } from './write-new-tree.ts'

type Done<Value> = Promise<Result<Value, WorkspaceFailure>>

/** The data needed to undo a move. */
export interface MoveRecord {
  /** The current path. */
  readonly path: string
  readonly parentBefore: string
  readonly fileNameBefore: string
  /** The previous position among the siblings. */
  readonly indexBefore: number
}

/** A new request that was written, ready to be opened and saved. */
export interface CreatedItem {
  readonly path: string
  readonly id: string
  readonly version: string
}

/**
 * The commands that change the layout of a workspace. Each command changes the disk completely or not at all,
 * except for the order of siblings, which is stored in many small files. The next start finishes or undoes a
 * command that a kill interrupted ({@link IntentJournal}).
 */
export class WorkspaceCommands {
  readonly #parts: CommandParts
  readonly #known: KnownWorkspace
  readonly #documents: WorkspaceDocuments
  readonly #edits: EntryEdits
  readonly #journal: IntentJournal
  readonly #trash: Trash
  readonly #runExclusively: CommandParts['runExclusively']
  readonly #layout: EntryLayout
  readonly #list: CollectionList

  constructor(parts: CommandParts) {
    this.#parts = parts
    this.#known = parts.known
    this.#documents = parts.documents
    this.#edits = parts.edits
    this.#journal = parts.journal
    this.#trash = parts.trash
    this.#runExclusively = parts.runExclusively
    this.#layout = parts.layout
    this.#list = parts.list
  }

  /**
   * Creates a request at the end of a collection or folder. A failure means that there is no file; a written
   * file counts as success even if it cannot be read back.
   */
  createItem(parent: string, item: Item): Done<CreatedItem> {
    return this.#runExclusively(async () => {
      if (!this.#layout.takesItems(parent))
        return failed(wrongPlace(parent, `“${parent}” cannot contain requests.`))
      const name = 'name' in item ? item.name : 'script'
      const placed =
        item.kind === 'scriptFile' ? item : { ...item, sequence: this.#layout.nextSequence(parent) }
      return this.#layout.atFreePath(parent, name, '.yml', async path => {
        const saved = await this.#documents.save(path, itemKind, { entity: placed, baseVersion: null })
        return saved.ok ? ok({ path, id: this.#known.identities.idOf(path), version: saved.value }) : saved
      })
    })
  }

  /** Creates a folder at the end of the folders of a collection or folder. Resolves to its path. */
  createFolder(parent: string, name: string): Done<string> {
    return this.#runExclusively(async () => {
      if (!this.#layout.takesItems(parent))
        return failed(wrongPlace(parent, `“${parent}” cannot contain folders.`))
      const entity = { ...emptyFolder, name, sequence: this.#layout.nextSequence(parent) }
      return this.#makeFolder(parent, 'folder.yml', folderKind, entity)
    })
  }

  /** Creates an empty collection. Resolves to its path. */
  createCollection(name: string): Done<string> {
    return this.#runExclusively(async () => {
      if (this.#known.tree.isOneCollection)
        return failed(wrongPlace('', 'This folder is a collection and cannot contain other collections.'))
      return this.#makeFolder('', 'opencollection.yml', collectionKind, { ...emptyCollection, name })
    })
  }

  /** Adds a collection with everything in it, completely or not at all. */
  addCollection(added: NewCollection): Done<AddedCollection> {
    return this.#runExclusively(async () => {
      if (this.#known.tree.isOneCollection)
        return failed(wrongPlace('', 'This folder is a collection and cannot contain other collections.'))
      return this.#layout.atFreePath('', added.collection.name, '', path =>
        addCollection(this.#parts, path, added),
      )
    })
  }

  /**
   * Creates an environment, with the values of its secret variables, in a collection or, if the path is
   * empty, in the workspace. Resolves to its path.
   */
  createEnvironment(
    owner: string,
    environment: Environment,
    secretVariables?: ReadonlyMap<string, string>,
  ): Done<string> {
    return this.#runExclusively(async () => {
      const folder = childPath(owner, 'environments')
      try {
        await this.#known.files.makeFolder(this.#known.absolute(folder))
        await this.#known.files.syncFolder(this.#known.absolute(owner))
      } catch (error) {
        return failed(notWritten(folder, errorCodeOf(error)))
      }
      await this.#known.scanAfterOwnChange([folder], [owner])
      const input = {
        entity: environment,
        baseVersion: null,
        ...(secretVariables === undefined ? {} : { secretVariables }),
      }
      return this.#layout.atFreePath(folder, environment.name, '.yml', async path => {
        const saved = await this.#documents.save(path, environmentKind, input)
        return saved.ok ? ok(path) : saved
      })
    })
  }

  /** Renames an entry, and its file or folder to match. Resolves to its path. */
  rename(path: string, name: string): Done<string> {
    return this.#runExclusively(async () => {
      const entry = this.#known.entry(path)
      if (entry === undefined) return failed(notFound(path))
      if (path === '') {
        const named = await this.#edits.edit(path, { name })
        return named.ok ? ok(path) : named
      }
      const ending = isFileEntry(entry) ? '.yml' : ''
      const taken = await this.#layout.takenNames(parentPath(path))
      taken.delete(sameNameKey(nameInPath(path)))
      const to = childPath(parentPath(path), freeFileName(name, ending, taken))
      return this.#journal.during({ kind: 'move', from: path, to, name }, async () => {
        const named = await this.#edits.edit(path, { name })
        const moved = named.ok ? await this.#layout.relocate(path, to) : named
        if (moved.ok && entry.kind === 'collection') await this.#list.follow({ from: path, to })
        return moved
      })
    })
  }

  /**
   * Duplicates an entry, with “copy” appended to its name and with new IDs. Resolves to the path of the copy.
   */
  duplicate(path: string): Done<string> {
    return this.#runExclusively(async () => {
      const entry = this.#known.entry(path)
      if (entry === undefined || path === '') return failed(notFound(path))
      const name = `${entry.name} copy`
      return this.#layout.atFreePath(parentPath(path), name, isFileEntry(entry) ? '.yml' : '', copy =>
        copyEntry(this.#parts, path, copy, name),
      )
    })
  }

  /**
   * Moves a request or folder to a position in a collection or folder, possibly its own. Resolves to the
   * record that undoes the move.
   */
  move(path: string, parent: string, index: number): Done<MoveRecord> {
    return this.#runExclusively(() => this.#move(path, parent, index, nameInPath(path)))
  }

  /** Undoes a move: restores the old position and the old file name. */
  undoMove({ path, parentBefore, indexBefore, fileNameBefore }: MoveRecord): Done<MoveRecord> {
    return this.#runExclusively(() => this.#move(path, parentBefore, indexBefore, fileNameBefore))
  }

  /** Moves an entry to the trash, from which it can be restored for 7 days (behaviour 4.1). */
  remove(path: string): Done<DeletedEntry> {
    return this.#runExclusively(async () => {
      const entry = this.#known.entry(path)
      if (entry === undefined || path === '') return failed(notFound(path))
      const identities = this.#known.identities.within(path).map(one => ({ path: one.path, id: one.id }))
      const { kind, name } = entry
      const trashId = randomUUID()
      const deleted = { trashId, path, name, kind, deletedAtMs: this.#parts.now(), identities }
      return this.#journal.during({ kind: 'remove', path, trashId }, async () => {
        try {
          await this.#trash.put(this.#known.absolute(path), deleted)
        } catch (error) {
          await this.#known.scanAfterOwnChange([path], [parentPath(path)])
          return failed(notDeleted(path, errorCodeOf(error)))
        }
        // A later entry at this path is a different one.
        this.#known.identities.take(path)
        await this.#known.scanAfterOwnChange([path], [parentPath(path)])
        if (kind === 'collection') await this.#list.follow({ from: path, to: null })
        return ok(deleted)
      })
    })
  }

  /** Returns the entries that can be restored, the latest first. */
  listDeleted(): Promise<readonly DeletedEntry[]> {
    return this.#trash.list()
  }

  /**
   * Restores an entry to its old path, or to a free path next to it if the old one is taken. Resolves to its
   * path.
   */
  restore(trashId: string): Done<string> {
    return this.#runExclusively(async () => {
      const deleted = (await this.#trash.list()).find(one => one.trashId === trashId)
      if (deleted === undefined) return failed(notFound(trashId))
      const parent = parentPath(deleted.path)
      try {
        await this.#known.files.makeFolder(this.#known.absolute(parent))
      } catch (error) {
        return failed(notWritten(deleted.path, errorCodeOf(error)))
      }
      const [base, ending] = splitEnding(nameInPath(deleted.path))
      const taken = await this.#layout.takenNames(parent)
      return taken.has(sameNameKey(base + ending))
        ? this.#layout.atFreePath(parent, base, ending, path => this.#restore(deleted, path))
        : this.#restore(deleted, deleted.path)
    })
  }

  #restore(deleted: DeletedEntry, path: string): Done<string> {
    const { trashId } = deleted
    const entries = deleted.identities.map(one => ({
      path: path + one.path.slice(deleted.path.length),
      id: one.id,
    }))
    return this.#journal.during({ kind: 'restore', path, trashId, entries }, async () => {
      try {
        await this.#trash.restore(trashId, this.#known.absolute(path))
      } catch (error) {
        return failed(isTakenError(error) ? fileChanged(path) : notWritten(path, errorCodeOf(error)))
      }
      this.#known.identities.put(entries)
      await this.#known.scanAfterOwnChange([path], [parentPath(path), path])
      if (deleted.kind === 'collection') await this.#list.follow({ from: null, to: path })
      return ok(path)
    })
  }

  async #move(path: string, parent: string, index: number, fileName: string): Done<MoveRecord> {
    const entry = this.#known.entry(path)
    if (entry === undefined) return failed(notFound(path))
    if (entry.kind !== 'folder' && entry.kind !== 'request')
      return failed(wrongPlace(path, 'Only requests and folders can be moved.'))
    if (!this.#layout.takesItems(parent))
      return failed(wrongPlace(parent, `“${parent}” cannot contain requests.`))
    if (isWithin(parent, path)) return failed(wrongPlace(parent, 'A folder cannot be moved into itself.'))
    const siblings = this.#layout.itemsOf(parentPath(path))
    const record = {
      parentBefore: parentPath(path),
      fileNameBefore: nameInPath(path),
      indexBefore: siblings.findIndex(one => one.path === path),
    }
    const taken = await this.#layout.takenNames(parent)
    if (parent === parentPath(path)) taken.delete(sameNameKey(nameInPath(path)))
    const ending = isFileEntry(entry) ? '.yml' : ''
    const name = taken.has(sameNameKey(fileName)) ? freeFileName(entry.name, ending, taken) : fileName
    const to = childPath(parent, name)
    return this.#journal.during({ kind: 'move', from: path, to, index }, async () => {
      const moved = await this.#layout.relocate(path, to)
      if (!moved.ok) return moved
      const ordered = await this.#layout.order(to, index)
      return ordered.ok ? ok({ ...record, path: to }) : ordered
    })
  }

  /** Creates a folder together with its file, in one step. */
  #makeFolder<Entity extends { readonly name: string }>(
    parent: string,
    file: string,
    kind: StoredKind<Entity>,
    entity: Entity,
  ): Done<string> {
    return this.#layout.atFreePath(parent, entity.name, '', path => {
      const filePath = childPath(path, file)
      const ids = [path, filePath].map(one => this.#known.identities.create(one))
      return this.#journal.during({ kind: 'create', path, ids }, async () => {
        const text = await writeAnyDocument({ entity, secretFields: [] }, kind.format, null)
        if (!text.ok) return failed(damaged(path, text.failure))
        try {
          const target = this.#known.absolute(path)
          await writeNewTree(this.#known.files, target, [], [{ path: file, text: text.value }])
        } catch (error) {
          if (errorCodeOf(error) === '') throw error
          return failed(isTakenError(error) ? fileChanged(path) : notWritten(path, errorCodeOf(error)))
        }
        await this.#known.scanAfterOwnChange([path], [parent, path])
        if (this.#known.entry(path)?.kind === 'collection') await this.#list.follow({ from: null, to: path })
        return ok(path)
      })
    })
  }
}

/** Splits the name of a file into base and ending; the ending of a folder's name is empty. */
function splitEnding(name: string): readonly [string, string] {
  const ending = /\.ya?ml$/.exec(name)?.[0] ?? ''
  return [name.slice(0, name.length - ending.length), ending]
}

function isFileEntry(entry: AnyEntry): boolean {
  return entry.kind === 'request' || entry.kind === 'environment'
}
