import { errorCodeOf, OneAfterTheOther, renamePatiently } from '@parley/files'
import {
  type Collection,
  type Environment,
  type Folder,
  failed,
  type Item,
  noRequestDefaults,
  ok,
  type Result,
  type WorkspaceFile,
} from '@parley/model'
import { sequencesFor } from './commands/sequences.ts'
import { freeFileName, sameNameKey } from './names/file-name-for.ts'
import {
  collectionKind,
  environmentKind,
  folderKind,
  itemKind,
  type StoredKind,
  workspaceKind,
} from './secrets/stored-format.ts'
import { copyTree } from './trash/copy-tree.ts'
import type { DeletedEntry, Trash } from './trash/trash.ts'
import type { AnyEntry, KnownWorkspace, WorkspaceChanges } from './tree/known-workspace.ts'
import { childPath, isWithin, nameInPath, parentPath } from './tree/workspace-path.ts'
import type { TreeItem, WorkspaceTree } from './tree/workspace-tree.ts'
import { type WorkspaceWatch, watchWorkspace } from './watch/workspace-watch.ts'
import type { Opened, SaveFailure, SaveInput, WorkspaceDocuments } from './workspace-documents.ts'
import { notDeleted, notFound, notWritten, type WorkspaceFailure, wrongPlace } from './workspace-failure.ts'

type Done<Value> = Promise<Result<Value, WorkspaceFailure>>
type Read<Noun> = Done<Opened<Noun>>
type Save<Noun> = Promise<Result<string, SaveFailure<Noun>>>

/** What takes a move back. */
export interface MoveRecord {
  /** Where it stands now. */
  readonly path: string
  readonly parentBefore: string
  readonly fileNameBefore: string
  /** Its place among the siblings of its kind. */
  readonly indexBefore: number
}

const emptyFolder: Folder = { kind: 'folder', name: '', tags: [], defaults: noRequestDefaults, items: [] }
const emptyCollection: Collection = {
  kind: 'collection',
  name: '',
  summary: '',
  version: '',
  authors: [],
  defaults: { ...noRequestDefaults, auth: { type: 'none' } },
  items: [],
  environments: [],
  protobuf: { protoFilePaths: [], importPaths: [] },
  clientCertificates: [],
  bundled: false,
}

/**
 * A workspace on disk. Every command resolves to data; each changes the disk whole or not at all, except for
 * orders of siblings, which are many small files. Commands come one after the other. Paths are those of the
 * tree; that of a folder or collection stands for its own file where one is read or saved.
 */
export class Workspace {
  readonly #known: KnownWorkspace
  readonly #documents: WorkspaceDocuments
  readonly #trash: Trash
  readonly #now: () => number
  readonly #commands = new OneAfterTheOther()
  readonly #watches = new Set<WorkspaceWatch>()

  constructor(known: KnownWorkspace, documents: WorkspaceDocuments, trash: Trash, now: () => number) {
    this.#known = known
    this.#documents = documents
    this.#trash = trash
    this.#now = now
  }

  /** As last seen; the same object until something changes. */
  get tree(): WorkspaceTree {
    return this.#known.tree
  }

  /** Looks at the disk; for a host that does not watch it, and after a long sleep. */
  refresh(paths?: readonly string[]): Promise<WorkspaceChanges> {
    return this.#alone(async () => {
      const changes = await this.#known.look(paths)
      await this.#known.identities.save()
      return changes
    })
  }

  /**
   * Tells of what others change on disk, until it is closed: within a second, many files as one batch, and
   * nothing of what Parley wrote itself.
   */
  watch(onChanges: (changes: WorkspaceChanges) => void): WorkspaceWatch {
    const watch = watchWorkspace(this.#known, paths => this.refresh(paths), onChanges)
    this.#watches.add(watch)
    const close = () => {
      this.#watches.delete(watch)
      watch.close()
    }
    return {
      get isPolling() {
        return watch.isPolling
      },
      follow: watch.follow,
      close,
    }
  }

  /**
   * Reads every file whole, a few at a time, and marks in the tree those that are damaged: a list reads the
   * heads of files alone. Resolves to whether the tree changed.
   */
  async check(signal?: AbortSignal): Promise<boolean> {
    let isChanged = false
    for (const path of this.#known.filePaths()) {
      if (signal?.aborted) break
      const before = this.#known.file(path)?.damage?.code
      await this.#checkFile(path)
      isChanged ||= this.#known.file(path)?.damage?.code !== before
    }
    return isChanged
  }

  readItem(path: string): Read<Item> {
    return this.#documents.read(path, itemKind)
  }

  /** A folder without a `folder.yml` reads as an empty one, whose version is that of no file. */
  async readFolder(
    path: string,
  ): Promise<Result<Omit<Opened<Folder>, 'version'> & { version: string | null }, WorkspaceFailure>> {
    const read = await this.#documents.read(childPath(path, 'folder.yml'), folderKind)
    if (read.ok || read.failure.code !== 'NOT_FOUND' || this.#known.entry(path)?.kind !== 'folder')
      return read
    const noun = { ...emptyFolder, name: nameInPath(path) }
    return ok({ noun, version: null, missingSecrets: [], secretVariables: new Map() })
  }

  readCollection(path: string): Read<Collection> {
    return this.#documents.read(childPath(path, 'opencollection.yml'), collectionKind)
  }

  readEnvironment(path: string): Read<Environment> {
    return this.#documents.read(path, environmentKind)
  }

  readWorkspaceFile(): Read<WorkspaceFile> {
    return this.#documents.read('workspace.yml', workspaceKind)
  }

  saveItem(path: string, input: SaveInput<Item>): Save<Item> {
    return this.#save(path, itemKind, input)
  }

  saveFolder(path: string, input: SaveInput<Folder>): Save<Folder> {
    return this.#save(childPath(path, 'folder.yml'), folderKind, input)
  }

  saveCollection(path: string, input: SaveInput<Collection>): Save<Collection> {
    return this.#save(childPath(path, 'opencollection.yml'), collectionKind, input)
  }

  saveEnvironment(path: string, input: SaveInput<Environment>): Save<Environment> {
    return this.#save(path, environmentKind, input)
  }

  /** Workspace variables and the workspace's name. */
  saveWorkspaceFile(input: SaveInput<WorkspaceFile>): Save<WorkspaceFile> {
    return this.#save('workspace.yml', workspaceKind, input)
  }

  /** A new request at the end of a collection or folder. Resolves to its path. */
  createItem(parent: string, item: Item): Done<string> {
    return this.#alone(async () => {
      if (!this.#takesItems(parent)) return failed(wrongPlace(parent, `“${parent}” holds no requests.`))
      const name = 'name' in item ? item.name : 'script'
      const path = childPath(parent, freeFileName(name, '.yml', await this.#takenNames(parent)))
      const placed =
        item.kind === 'scriptFile' ? item : { ...item, sequence: this.#nextSequence(parent, 'request') }
      return this.#make(path, itemKind, placed)
    })
  }

  /** A new folder at the end of the folders of a collection or folder. Resolves to its path. */
  createFolder(parent: string, name: string): Done<string> {
    return this.#alone(async () => {
      if (!this.#takesItems(parent)) return failed(wrongPlace(parent, `“${parent}” holds no folders.`))
      const path = childPath(parent, freeFileName(name, '', await this.#takenNames(parent)))
      const noun = { ...emptyFolder, name, sequence: this.#nextSequence(parent, 'folder') }
      return this.#makeFolder(path, 'folder.yml', folderKind, noun)
    })
  }

  /** A new, empty collection. Resolves to its path. */
  createCollection(name: string): Done<string> {
    return this.#alone(async () => {
      if (this.tree.isOneCollection)
        return failed(wrongPlace('', 'This folder is one collection and holds no others.'))
      const path = freeFileName(name, '', await this.#takenNames(''))
      return this.#makeFolder(path, 'opencollection.yml', collectionKind, { ...emptyCollection, name })
    })
  }

  /** A new environment of the workspace, whose path is empty, or of a collection. Resolves to its path. */
  createEnvironment(owner: string, environment: Environment): Done<string> {
    return this.#alone(async () => {
      const folder = childPath(owner, 'environments')
      try {
        await this.#known.files.makeFolder(this.#known.absolute(folder))
        await this.#known.files.syncFolder(this.#known.absolute(owner))
      } catch (error) {
        return failed(notWritten(folder, errorCodeOf(error)))
      }
      await this.#known.look([owner])
      const path = childPath(folder, freeFileName(environment.name, '.yml', await this.#takenNames(folder)))
      return this.#make(path, environmentKind, environment)
    })
  }

  /** Gives an entry another name, and its file or folder one to match. Resolves to its path. */
  rename(path: string, name: string): Done<string> {
    return this.#alone(async () => {
      const entry = this.#known.entry(path)
      if (entry === undefined) return failed(notFound(path))
      const named = await this.#setName(entry, name)
      if (!named.ok) return named
      if (path === '') return ok(path)
      const ending = isFileEntry(entry) ? '.yml' : ''
      const taken = await this.#takenNames(parentPath(path))
      taken.delete(sameNameKey(nameInPath(path)))
      return this.#relocate(path, childPath(parentPath(path), freeFileName(name, ending, taken)))
    })
  }

  /** A copy beside an entry, with “copy” behind its name and IDs of its own. Resolves to its path. */
  duplicate(path: string): Done<string> {
    return this.#alone(async () => {
      const entry = this.#known.entry(path)
      if (entry === undefined || path === '') return failed(notFound(path))
      const [parent, name] = [parentPath(path), `${entry.name} copy`]
      const ending = isFileEntry(entry) ? '.yml' : ''
      const copy = childPath(parent, freeFileName(name, ending, await this.#takenNames(parent)))
      try {
        // Files made halfway are no copy: they take their place in one step.
        const partial = this.#known.absolute(childPath(parent, `.${nameInPath(copy)}.copying`))
        await copyTree(this.#known.files, this.#known.absolute(path), partial)
        await renamePatiently(this.#known.files, partial, this.#known.absolute(copy))
        await this.#known.files.syncFolder(this.#known.absolute(parent))
      } catch (error) {
        return failed(notWritten(copy, errorCodeOf(error)))
      }
      await this.#known.look([parent, copy])
      await this.#copySecrets(path, copy)
      const made = this.#known.entry(copy)
      if (made === undefined) return failed(notFound(copy))
      const named = await this.#setName(made, name)
      if (!named.ok) return named
      const kind = made.kind === 'folder' ? 'folder' : 'request'
      const siblings = this.#itemsOf(parent, kind)
      const place = siblings.findIndex(one => one.path === path)
      return made.kind === 'folder' || made.kind === 'request' ? this.#order(copy, place + 1) : ok(copy)
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
        await this.#seen([parentPath(path)])
        return ok(deleted)
      } catch (error) {
        await this.#seen([parentPath(path)])
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
        const taken = await this.#takenNames(parent)
        const name = nameInPath(deleted.path)
        const ending = /\.ya?ml$/.exec(name)?.[0] ?? ''
        const path = taken.has(sameNameKey(name))
          ? childPath(parent, freeFileName(name.slice(0, name.length - ending.length), ending, taken))
          : deleted.path
        await this.#trash.restore(trashId, this.#known.absolute(path))
        if (path === deleted.path) this.#known.identities.idOf(path)
        else this.#known.identities.move(deleted.path, path)
        await this.#seen([parent, path])
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
    if (!this.#takesItems(parent)) return failed(wrongPlace(parent, `“${parent}” holds no requests.`))
    if (isWithin(parent, path)) return failed(wrongPlace(parent, 'A folder cannot be moved into itself.'))
    const siblings = this.#itemsOf(parentPath(path), entry.kind)
    const record = {
      parentBefore: parentPath(path),
      fileNameBefore: nameInPath(path),
      indexBefore: siblings.findIndex(one => one.path === path),
    }
    const taken = await this.#takenNames(parent)
    if (parent === parentPath(path)) taken.delete(sameNameKey(nameInPath(path)))
    const ending = isFileEntry(entry) ? '.yml' : ''
    const name = taken.has(sameNameKey(fileName)) ? freeFileName(entry.name, ending, taken) : fileName
    const moved = await this.#relocate(path, childPath(parent, name))
    if (!moved.ok) return moved
    const ordered = await this.#order(moved.value, index)
    return ordered.ok ? ok({ ...record, path: ordered.value }) : ordered
  }

  /** Renames on disk and in the map of IDs. */
  async #relocate(from: string, to: string): Done<string> {
    if (from === to) return ok(from)
    const [source, target] = [this.#known.absolute(from), this.#known.absolute(to)]
    try {
      const [old, taken] = await this.#known.files.linkInfos([source, target])
      // On a disk that knows no case, the same file stands under both names.
      if (taken !== null && taken !== undefined && taken.identity !== old?.identity)
        return failed(notWritten(to, 'EEXIST'))
      if (!(await this.#known.isInside(this.#known.absolute(parentPath(to))))) return failed(notFound(to))
      await renamePatiently(this.#known.files, source, target)
      this.#known.identities.move(from, to)
      await this.#known.files.syncFolder(this.#known.absolute(parentPath(to)))
      await this.#known.files.syncFolder(this.#known.absolute(parentPath(from)))
    } catch (error) {
      await this.#seen([parentPath(from), parentPath(to)])
      return failed(notWritten(from, errorCodeOf(error)))
    }
    await this.#seen([parentPath(from), parentPath(to), ...(this.#known.entry(from) ? [from] : [])])
    return ok(to)
  }

  /** Puts an entry at a place among its siblings. Resolves to its path. */
  async #order(path: string, index: number): Done<string> {
    const entry = this.#known.entry(path)
    if (entry?.kind !== 'folder' && entry?.kind !== 'request') return failed(notFound(path))
    const others = this.#itemsOf(parentPath(path), entry.kind).filter(one => one.path !== path)
    const place = Math.max(0, Math.min(index, others.length))
    for (const { path: sibling, sequence } of sequencesFor(others.toSpliced(place, 0, entry), place)) {
      const set = await this.#edit(sibling, { sequence })
      // One that is damaged keeps its place by name.
      if (!set.ok && set.failure.code !== 'DAMAGED') return set
    }
    return ok(path)
  }

  #setName(entry: AnyEntry, name: string): Done<string> {
    return this.#edit(entry.path, { name })
  }

  /** Changes name or sequence in the file of an entry, whatever it says now. */
  async #edit(path: string, change: { readonly name?: string; readonly sequence?: number }): Done<string> {
    const entry = this.#known.entry(path)
    const { name } = change
    const withName = name === undefined ? {} : { name }
    switch (entry?.kind) {
      case 'collection':
        return this.#change(childPath(path, 'opencollection.yml'), collectionKind, one => ({
          ...one,
          ...withName,
        }))
      case 'environment':
        return this.#change(path, environmentKind, one => ({ ...one, ...withName }))
      case 'request':
        return this.#change(path, itemKind, one => (one.kind === 'scriptFile' ? one : { ...one, ...change }))
      case 'folder': {
        const read = await this.readFolder(path)
        if (!read.ok) return read
        const { noun, version } = read.value
        const input = { noun: { ...noun, ...change }, baseVersion: version }
        return this.#documents.save(childPath(path, 'folder.yml'), folderKind, input)
      }
      case undefined:
        return failed(notFound(path))
    }
  }

  async #change<Noun>(path: string, kind: StoredKind<Noun>, change: (noun: Noun) => Noun): Done<string> {
    const read = await this.#documents.read(path, kind)
    if (!read.ok) return read
    return this.#documents.save(path, kind, {
      noun: change(read.value.noun),
      baseVersion: read.value.version,
    })
  }

  async #make<Noun>(path: string, kind: StoredKind<Noun>, noun: Noun): Done<string> {
    const saved = await this.#documents.save(path, kind, { noun, baseVersion: null })
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
    await this.#seen([parentPath(path), path])
    return made.ok ? ok(path) : made
  }

  async #checkFile(path: string): Promise<void> {
    const name = nameInPath(path)
    if (name === 'workspace.yml') await this.#documents.read(path, workspaceKind)
    else if (name === 'opencollection.yml') await this.#documents.read(path, collectionKind)
    else if (name === 'folder.yml') await this.#documents.read(path, folderKind)
    else if (nameInPath(parentPath(path)) === 'environments')
      await this.#documents.read(path, environmentKind)
    else await this.#documents.read(path, itemKind)
  }

  #save<Noun>(path: string, kind: StoredKind<Noun>, input: SaveInput<Noun>): Save<Noun> {
    return this.#alone(() => this.#documents.save(path, kind, input))
  }

  /** The values of secrets go with a copy. */
  async #copySecrets(from: string, to: string): Promise<void> {
    const paths = this.#known.filePaths().filter(path => isWithin(path, to))
    for (const path of paths) await this.#documents.copySecrets(from + path.slice(to.length), path)
  }

  /** What a new file beside others must not be called, whatever the file system makes of case. */
  async #takenNames(folder: string): Promise<Set<string>> {
    try {
      const entries = await this.#known.files.list(this.#known.absolute(folder))
      return new Set(
        [
          'folder.yml',
          'opencollection.yml',
          'workspace.yml',
          'environments',
          'node_modules',
          ...entries.map(entry => entry.name),
        ].map(sameNameKey),
      )
    } catch {
      return new Set()
    }
  }

  #takesItems(path: string): boolean {
    const kind = this.#known.entry(path)?.kind
    return kind === 'collection' || kind === 'folder'
  }

  #itemsOf(path: string, kind: TreeItem['kind']): readonly TreeItem[] {
    const entry = this.#known.entry(path)
    const items = entry?.kind === 'collection' || entry?.kind === 'folder' ? entry.items : []
    return items.filter(item => item.kind === kind)
  }

  #nextSequence(parent: string, kind: TreeItem['kind']): number {
    const sequences = this.#itemsOf(parent, kind).map(item => item.sequence ?? 0)
    return Math.floor(Math.max(0, ...sequences)) + 1
  }

  async #seen(paths: readonly string[]): Promise<void> {
    await this.#known.look(paths)
    await this.#known.identities.save()
  }

  #alone<Value>(task: () => Promise<Value>): Promise<Value> {
    return this.#commands.run('', async () => {
      try {
        return await task()
      } finally {
        for (const watch of this.#watches) watch.follow()
      }
    })
  }
}

function isFileEntry(entry: AnyEntry): boolean {
  return entry.kind === 'request' || entry.kind === 'environment'
}
