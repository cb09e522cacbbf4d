import { basename, join, sep } from 'node:path'
import { type FileSystem, sweepTemporaryFiles } from '@parley/files'
import { maximumFolderDepth } from '@parley/model'
import type { Identities } from '../identity/identities.ts'
import { type KnownFile, type KnownFolder, readKnownFolder, type ScanDepth, stateOf } from './known-folder.ts'
import { TreeBuilder } from './tree-builder.ts'
import { childPath, folderDepth, isWithin, nameInPath, parentPath } from './workspace-path.ts'
import type { TreeItem, WorkspaceTree } from './workspace-tree.ts'

/** The differences that one scan of the disk found, as paths of files and folders. */
export interface WorkspaceChanges {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  /** Moves recognised by content; the paths are in none of the other lists. */
  readonly moved: readonly { readonly from: string; readonly to: string }[]
}

/** An entry of the tree. */
export type AnyEntry = WorkspaceTree['collections'][number] | WorkspaceTree['environments'][number] | TreeItem

/** Holds the files of a workspace as last seen, and builds their tree. */
export class KnownWorkspace {
  readonly files: FileSystem
  /** An absolute path without links. */
  readonly root: string
  readonly identities: Identities
  readonly #depth: ScanDepth
  readonly #listeners = new Set<(changes: WorkspaceChanges) => void>()
  readonly #folders = new Map<string, KnownFolder>()
  readonly #checked = new WeakSet<KnownFile>()
  readonly #builder: TreeBuilder
  #tree: WorkspaceTree | null = null
  /** What the present command has changed so far; null: each change is scanned at once. */
  #unscanned: { readonly own: Set<string>; readonly paths: Set<string> } | null = null
  /** The direct children of a tree, collection or folder, by path; a changed parent is a new object. */
  readonly #inside = new WeakMap<object, ReadonlyMap<string, AnyEntry>>()

  constructor(files: FileSystem, root: string, identities: Identities, depth: ScanDepth = 'whole') {
    this.files = files
    this.root = root
    this.identities = identities
    this.#depth = depth
    this.#builder = new TreeBuilder({
      folderName: basename(root),
      folders: this.#folders,
      // A scan of names has no stored IDs.
      idOf: path => (depth === 'names' ? path : identities.idOf(path)),
    })
  }

  /** Returns the paths of all folders; the path of the workspace is empty. */
  get folderPaths(): readonly string[] {
    return [...this.#folders.keys()]
  }

  /** Returns the tree, which is the same object until its content changes. */
  get tree(): WorkspaceTree {
    if (this.#tree === null) {
      this.#tree = this.#builder.build(this.identities.takeReassigned())
      // The tree already contains the IDs that were assigned while building it.
      this.identities.takeReassigned()
    }
    return this.#tree
  }

  /** Returns the entry of a path in the tree; undefined if there is none. */
  entry(path: string): AnyEntry | undefined {
    let found: AnyEntry | undefined
    // In a workspace that is one collection, the collection has the empty path.
    for (const step of ['', ...stepsTo(path)]) found = this.#entriesIn(found ?? this.tree).get(step) ?? found
    return found?.path === path ? found : undefined
  }

  #entriesIn(owner: WorkspaceTree | AnyEntry): ReadonlyMap<string, AnyEntry> {
    const known = this.#inside.get(owner)
    if (known !== undefined) return known
    const entries = new Map(entriesRightBelow(owner).map(entry => [entry.path, entry]))
    this.#inside.set(owner, entries)
    return entries
  }

  absolute(path: string): string {
    return path === '' ? this.root : join(this.root, ...path.split('/'))
  }

  file(path: string): KnownFile | undefined {
    return this.#folders.get(parentPath(path))?.files.get(nameInPath(path))
  }

  /** Records damage found by reading a file completely, which its head does not always show. */
  noteDamage(path: string, damage: KnownFile['damage']): void {
    const [folder, known] = [this.#folders.get(parentPath(path)), this.file(path)]
    if (folder === undefined || known === undefined) return
    this.#checked.add(known)
    if (known.damage?.code === damage?.code) return
    const noted = { ...known, damage }
    this.#checked.add(noted)
    this.#folders.set(parentPath(path), {
      ...folder,
      files: new Map(folder.files).set(nameInPath(path), noted),
    })
    this.#tree = null
  }

  /** Returns the paths of the files whose present version was never read completely. */
  uncheckedPaths(): readonly string[] {
    return this.filePaths().filter(path => {
      const file = this.file(path)
      return file !== undefined && !this.#checked.has(file)
    })
  }

  /** Returns the folders whose files were all read completely and are whole: their paths, with texts that tell their state. */
  checkedFolders(): ReadonlyMap<string, string> {
    const isWhole = (file: KnownFile) => file.damage === null && this.#checked.has(file)
    return new Map(
      [...this.#folders]
        .filter(([, { files }]) => [...files.values()].every(isWhole))
        .map(([path, folder]) => [path, stateOf(folder)]),
    )
  }

  /** Counts the files of folders as read that are as they were for {@link checkedFolders}. */
  recallChecked(states: ReadonlyMap<string, string>): void {
    for (const [path, folder] of this.#folders)
      if (states.get(path) === stateOf(folder))
        for (const file of folder.files.values()) this.#checked.add(file)
  }

  /** Returns the paths of the known files at a path and below it. */
  filePaths(within = ''): readonly string[] {
    if (this.file(within) !== undefined) return [within]
    return [...this.#folders]
      .filter(([folder]) => isWithin(folder, within))
      .flatMap(([folder, known]) => [...known.files.keys()].map(name => childPath(folder, name)))
  }

  /** Scans folders and their new subfolders; all folders if no list is given. */
  async scan(paths: readonly string[] = ['', ...this.folderPaths]): Promise<WorkspaceChanges> {
    const before = new Map(this.#folders)
    await this.#scanAll([...new Set(paths)], new Set())
    const changes = before.size === 0 ? firstChanges(this.#folders) : changesBetween(before, this.#folders)
    if (!isChanged(changes) && hasSameFolders(before, this.#folders)) return changes
    for (const { from, to } of changes.moved) this.identities.noteMove(from, to)
    this.#tree = null
    if (before.size === 0 && this.#depth === 'whole') this.#noteAll()
    // Building the tree assigns IDs to new entries.
    void this.tree
    if (this.#depth === 'whole') this.#note(changes)
    return changes
  }

  /**
   * Runs a command that changes many files, and scans their folders once, at its end. Until then the tree is the one
   * before. No other command may run meanwhile.
   */
  async scanningOnce<Value>(act: () => Promise<Value>): Promise<Value> {
    const unscanned = { own: new Set<string>(), paths: new Set<string>() }
    this.#unscanned = unscanned
    try {
      return await act()
    } finally {
      this.#unscanned = null
      if (unscanned.paths.size > 0) await this.scanAfterOwnChange([...unscanned.own], [...unscanned.paths])
    }
  }

  /** Scans after a change by Parley itself, and reports all other changes found to the listeners. */
  async scanAfterOwnChange(own: readonly string[], paths: readonly string[]): Promise<void> {
    if (this.#unscanned !== null) {
      for (const path of own) this.#unscanned.own.add(path)
      for (const path of paths) this.#unscanned.paths.add(path)
      return
    }
    const changes = await this.scan(paths)
    // Creating a file may also have created its folder.
    const isOwn = (path: string) => own.some(one => isWithin(path, one) || isWithin(one, path))
    const foreign = {
      added: changes.added.filter(path => !isOwn(path)),
      changed: changes.changed.filter(path => !isOwn(path)),
      removed: changes.removed.filter(path => !isOwn(path)),
      moved: changes.moved.filter(({ from, to }) => !isOwn(from) && !isOwn(to)),
    }
    if (isChanged(foreign)) for (const listener of this.#listeners) listener(foreign)
    await this.identities.save()
  }

  /** @returns a function that removes the listener */
  onForeignChanges(listener: (changes: WorkspaceChanges) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #scanAll(paths: readonly string[], seen: Set<string>): Promise<void> {
    const fresh = paths.filter(path => !seen.has(path) && folderDepth(path) <= maximumFolderDepth)
    for (const path of fresh) seen.add(path)
    const found: string[] = []
    // In batches: a workspace may have more folders than a process may have open.
    for (let start = 0; start < fresh.length; start += foldersAtOnce) {
      const group = fresh.slice(start, start + foldersAtOnce)
      const scans = await Promise.all(group.map(path => this.#scanOne(path)))
      found.push(...scans.flat())
    }
    if (found.length > 0) await this.#scanAll(found, seen)
  }

  /** Scans one folder. Returns its subfolders that were not known. */
  async #scanOne(path: string): Promise<readonly string[]> {
    const before = this.#folders.get(path)
    const scan = await readKnownFolder(this.files, this.absolute(path), before, this.#depth)
    if (scan === null) {
      for (const known of this.folderPaths) if (isWithin(known, path)) this.#folders.delete(known)
      return []
    }
    await sweepTemporaryFiles(this.files, this.absolute(path), scan.names, Date.now())
    this.#folders.set(path, scan.folder)
    for (const name of before?.folders ?? [])
      if (!scan.folder.folders.includes(name)) this.#drop(childPath(path, name))
    return scan.folder.folders.map(name => childPath(path, name)).filter(child => !this.#folders.has(child))
  }

  #drop(path: string): void {
    for (const known of this.folderPaths) if (isWithin(known, path)) this.#folders.delete(known)
  }

  /** Returns the fingerprints by the paths of all files and folders; that of a folder is empty. */
  #fingerprints(): ReadonlyMap<string, string> {
    const fingerprints = new Map<string, string>()
    for (const [path, folder] of this.#folders) {
      fingerprints.set(path, '')
      for (const [name, file] of folder.files) fingerprints.set(childPath(path, name), file.fingerprint)
    }
    return fingerprints
  }

  #noteAll(): void {
    const fingerprints = this.#fingerprints()
    this.identities.recogniseMoved(fingerprints)
    this.identities.noteAll(fingerprints)
  }

  #note({ added, changed, removed, moved }: WorkspaceChanges): void {
    const present = [...added, ...changed, ...moved.map(({ to }) => to)]
    this.identities.note(new Map(present.map(path => [path, this.file(path)?.fingerprint ?? ''])), [
      ...removed,
      ...moved.map(({ from }) => from),
    ])
  }

  /** Returns an empty text, because no other workspace shares these files. */
  sharingWorkspace(): string {
    return ''
  }

  /** Returns whether a system path is in the workspace once links are resolved. */
  async isInside(path: string): Promise<boolean> {
    try {
      const real = await this.files.realPath(path)
      return real === this.root || real.startsWith(this.root + sep)
    } catch {
      return false
    }
  }
}

const foldersAtOnce = 32

/** Returns whether there are any changes. */
export function isChanged(changes: WorkspaceChanges): boolean {
  return Object.values(changes).some(list => list.length > 0)
}

function hasSameFolders(
  before: ReadonlyMap<string, KnownFolder>,
  after: ReadonlyMap<string, KnownFolder>,
): boolean {
  return [...after].every(([path, folder]) => {
    const old = before.get(path)
    return old === folder || old?.folders.join('/') === folder.folders.join('/')
  })
}

/** Returns `a`, `a/b`, `a/b/c` for `a/b/c`. */
function stepsTo(path: string): readonly string[] {
  const names = path.split('/')
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

function entriesRightBelow(owner: WorkspaceTree | AnyEntry): readonly AnyEntry[] {
  if (!('kind' in owner)) return [...owner.environments, ...owner.collections]
  switch (owner.kind) {
    case 'collection':
      return [...owner.environments, ...owner.items]
    case 'folder':
      return owner.items
    case 'request':
    case 'environment':
      return []
  }
}

/** Returns the changes of the first scan, which finds everything new. */
function firstChanges(folders: ReadonlyMap<string, KnownFolder>): WorkspaceChanges {
  const files = [...folders].flatMap(([folder, { files }]) =>
    [...files.keys()].map(name => childPath(folder, name)),
  )
  return { added: [...folders.keys(), ...files], changed: [], removed: [], moved: [] }
}

function changesBetween(
  before: ReadonlyMap<string, KnownFolder>,
  after: ReadonlyMap<string, KnownFolder>,
): WorkspaceChanges {
  const [old, now] = [filesOf(before, after), filesOf(after, before)]
  const added = [...now].filter(([path]) => !old.has(path))
  const removed = new Map([...old].filter(([path]) => !now.has(path)))
  const moved: { from: string; to: string }[] = []
  for (const [to, file] of added) {
    const from = [...removed].find(
      ([, one]) => one.fingerprint !== '' && one.fingerprint === file.fingerprint,
    )
    if (from === undefined) continue
    removed.delete(from[0])
    moved.push({ from: from[0], to })
  }
  const arrived = new Set(moved.map(({ to }) => to))
  const newFolders = [...after.keys()].filter(path => !before.has(path))
  const goneFolders = [...before.keys()].filter(path => !after.has(path))
  return {
    added: [...newFolders, ...added.map(([path]) => path).filter(path => !arrived.has(path))],
    changed: [...now].filter(([path, file]) => old.has(path) && old.get(path) !== file).map(([path]) => path),
    removed: [...goneFolders, ...removed.keys()],
    moved: [...moved, ...folderMoves(moved, newFolders, goneFolders)],
  }
}

/** Returns the files of the folders that differ. */
function filesOf(
  folders: ReadonlyMap<string, KnownFolder>,
  others: ReadonlyMap<string, KnownFolder>,
): ReadonlyMap<string, KnownFile> {
  const files = new Map<string, KnownFile>()
  for (const [folder, known] of folders) {
    if (others.get(folder) === known) continue
    for (const [name, file] of known.files) files.set(childPath(folder, name), file)
  }
  return files
}

/** Finds moved folders: a folder whose `folder.yml` or `opencollection.yml` moved is the same folder. */
function folderMoves(
  moved: WorkspaceChanges['moved'],
  newFolders: readonly string[],
  goneFolders: readonly string[],
): WorkspaceChanges['moved'] {
  return moved
    .filter(({ from, to }) => /(?:^|\/)(?:folder|opencollection)\.yml$/.test(from) && /\.yml$/.test(to))
    .map(({ from, to }) => ({ from: parentPath(from), to: parentPath(to) }))
    .filter(({ from, to }) => newFolders.includes(to) && goneFolders.includes(from))
}
