import { relative, resolve, sep } from 'node:path'
import { failed, type HttpRequest, ok, type Result } from '@parley/model'
import {
  type CollectionEntry,
  describeRefusedListings,
  mayAgentsUse,
  type RequestEntry,
  type TreeItem,
  type Workspace,
  type WorkspaceFailure,
  type WorkspaceWatch,
} from '@parley/workspace'
import type { Io } from '../../io/io.ts'
import { refuseMissing } from '../../io/missing-file.ts'
import { rootOf } from '../../run/load-run-source.ts'
import { openForReading } from '../../run/load-workspace.ts'
import { RunSourceError } from '../../run/run-source.ts'

const filesAtOnce = 32

/** Whether the file of a collection or folder hides it from agents. */
type HiddenFiles = (file: string) => Promise<boolean>

/** Reports of changes can be lost, and file systems of a network make none. */
const scanEveryMs = 10_000

/** A request that agents may use. */
export interface ExposedRequest {
  /** As agents name it: the path of its file in the workspace, after the workspace's name if there are several. */
  readonly path: string
  readonly entry: RequestEntry
  readonly workspace: ExposedWorkspace
  /** The names of its containers, outermost first. */
  readonly containers: readonly string[]
}

/** The file of a request as agents see it. */
export interface ShownFile {
  readonly text: string
  readonly version: string
}

/** A request of the tree, before its file is read. */
export interface ListedEntry {
  readonly path: string
  readonly entry: RequestEntry
  readonly containers: readonly string[]
}

/** A workspace of files, as agents see it. Everything is found in its tree, so no path leads out of it. */
export class ExposedWorkspace {
  /** The beginning of all paths; empty if there is only one workspace. */
  readonly prefix: string
  /** The absolute folder. */
  readonly root: string
  readonly #workspace: Workspace
  readonly #collections: ReadonlySet<string> | null
  /** The path of the only collection; null: all are exposed. */
  readonly #onlyPath: string | null
  #watch: WorkspaceWatch | null = null
  #scannedAtMs = 0

  private constructor(
    workspace: Workspace,
    root: string,
    prefix: string,
    collections: ReadonlySet<string> | null,
    onlyPath: string | null,
  ) {
    this.#workspace = workspace
    this.root = root
    this.prefix = prefix
    this.#collections = collections
    this.#onlyPath = onlyPath
  }

  /**
   * Opens a workspace, or the one around a collection, of which then only this collection is exposed: it is sent with the
   * environments and secrets of its workspace.
   * @param collections - the names of those to expose; null: all
   * @throws RunSourceError if the folder is neither
   */
  static async open(
    folder: string,
    prefix: string,
    collections: ReadonlySet<string> | null,
    io: Pick<Io, 'cwd'>,
  ): Promise<ExposedWorkspace> {
    const missing = await refuseMissing([folder], io)
    if (missing !== null) throw new RunSourceError(missing)
    const typed = resolve(io.cwd, folder)
    const around = await rootOf(typed)
    const root = around?.kind === 'parley' ? around.folder : typed
    const onlyPath = root === typed ? null : relative(root, typed).split(sep).join('/')
    const workspace = await openForReading(root, null)
    if (!workspace.tree.collections.some(({ path }) => onlyPath === null || path === onlyPath)) {
      const notes = onlyPath === null ? describeRefusedListings(workspace.tree.refused) : []
      throw new RunSourceError(
        `${folder} holds no collection. Name the folder of a workspace or of a collection of Parley. ${notes.join(' ')}`.trim(),
      )
    }
    return new ExposedWorkspace(workspace, root, prefix, collections, onlyPath)
  }

  get name(): string {
    return this.#workspace.tree.name
  }

  /** Sentences about what the workspace lists and agents cannot use, with what to do. */
  get notes(): readonly string[] {
    return this.#onlyPath === null ? describeRefusedListings(this.#workspace.tree.refused) : []
  }

  /** Returns the names of the environments that the tree has. */
  environmentNames(): readonly string[] {
    const ofCollections = this.#possibleCollections().flatMap(one => one.environments)
    return [...this.#workspace.tree.environments, ...ofCollections].map(({ name }) => name)
  }

  collectionNames(): readonly string[] {
    return this.#possibleCollections().map(({ name }) => name)
  }

  /** Returns the collections of the folder, from which `--collections` chooses. */
  #possibleCollections(): readonly CollectionEntry[] {
    const only = this.#onlyPath
    return this.#workspace.tree.collections.filter(({ path }) => only === null || path === only)
  }

  /** Brings the tree up to date with what other programs changed, by their reports and now and then by all folders. */
  async refresh(): Promise<void> {
    if (this.#watch === null || performance.now() - this.#scannedAtMs > scanEveryMs) return this.refreshAll()
    await this.#watch.settle()
  }

  /** Reads all folders again. */
  async refreshAll(): Promise<void> {
    // First, so that nothing is missed that changes after the scan.
    this.#watch ??= this.#workspace.follow()
    await this.#workspace.refresh()
    this.#scannedAtMs = performance.now()
  }

  /** Reads the folders around a path of the tree again, for what must not rely on reports of changes. */
  async refreshAround(path: string): Promise<void> {
    const names = path.split('/').slice(0, -1)
    await this.#workspace.refresh(['', ...names.map((_, at) => names.slice(0, at + 1).join('/'))])
  }

  close(): void {
    this.#watch?.close()
  }

  /** Returns the requests of the exposed collections in the order of the tree, also those that hide themselves. */
  entries(): readonly ListedEntry[] {
    return this.collections().flatMap(one => this.#below(one.items, [one.name]))
  }

  collections(): readonly CollectionEntry[] {
    return this.#possibleCollections().filter(({ name }) => this.#collections?.has(name) ?? true)
  }

  /** Returns a request; null if it is hidden from agents, or could be. Its file can be damaged. */
  async read(listed: ListedEntry): Promise<ExposedRequest | null> {
    const [request = null] = await this.readAll([listed])
    return request
  }

  /** Returns requests as {@link read} does, in their order; each folder around them is read once. */
  async readAll(listed: readonly ListedEntry[]): Promise<readonly (ExposedRequest | null)[]> {
    const isHidden = this.#hiddenFiles()
    const requests: (ExposedRequest | null)[] = []
    for (let at = 0; at < listed.length; at += filesAtOnce)
      requests.push(
        ...(await Promise.all(listed.slice(at, at + filesAtOnce).map(one => this.#read(one, isHidden)))),
      )
    return requests
  }

  async #read(
    { path, entry, containers }: ListedEntry,
    isHidden: HiddenFiles,
  ): Promise<ExposedRequest | null> {
    if (await this.#isHidden(entry.path, isHidden)) return null
    // A link is never read, so it cannot hide itself; it is listed as damaged.
    const isLink = entry.damage?.code === 'LINK'
    const text = isLink ? '' : await this.#workspace.readNote(entry.path)
    if (text === null || (!isLink && !(await mayAgentsUse(text)))) return null
    return { path, entry, workspace: this, containers }
  }

  /**
   * Returns the text of a request's file without what looks like a secret. Of a file that cannot be read nothing is
   * returned but where the fault is, because then nobody knows where its secrets are; nor of one that is too long to be masked
   * while other calls wait.
   */
  async shownFile(path: string): Promise<Result<ShownFile, WorkspaceFailure>> {
    const { maskFile } = await import('./mask-file.ts')
    for (let attempt = 0; ; attempt += 1) {
      const text = await this.#workspace.readNote(path)
      const read = await this.#workspace.readItem(path)
      if (!read.ok) return read
      // The text that is shown is the one that was read without a fault.
      const isSame = text !== null && text === (await this.#workspace.readNote(path))
      if (isSame && text.length > longestShownFile) return failed(tooLong(path))
      const shown = isSame ? maskFile(text) : null
      if (shown?.ok) return ok({ text: shown.value, version: read.value.version })
      if (shown !== null || attempt === mostAttempts) return failed(changing(path))
    }
  }

  /** Returns why a request cannot be read; null if it can. */
  async damageOf(path: string): Promise<WorkspaceFailure | null> {
    const read = await this.#workspace.readItem(path)
    return read.ok ? null : read.failure
  }

  /** Returns the names of the collections with requests that agents can use, and the number of those. */
  async countExposed(): Promise<{ readonly collections: readonly string[]; readonly requests: number }> {
    const collections: string[] = []
    let requests = 0
    for (const one of this.collections()) {
      const read = await this.readAll(this.#below(one.items, []))
      const count = read.filter(request => request !== null).length
      requests += count
      if (count > 0) collections.push(one.name)
    }
    return { collections, requests }
  }

  /** Reads a request as it is in its file; null if it cannot be read. */
  async item(path: string) {
    const read = await this.#workspace.readItem(path)
    return read.ok ? read.value : null
  }

  /** Saves a request if its file still has the version. Its scripts, secrets and comments stay. */
  save(path: string, entity: HttpRequest, baseVersion: string) {
    return this.#workspace.saveItem(path, { entity, baseVersion })
  }

  /** Creates a request at the end of a collection or folder. */
  create(folder: string, request: HttpRequest) {
    return this.#workspace.commands.createItem(folder, request)
  }

  /** Returns whether a path is a collection or folder that agents may see. */
  async holdsRequests(path: string): Promise<boolean> {
    const own = this.#containersOf(path).at(-1)
    const isFound = own === joined(path, 'folder.yml') || own === joined(path, 'opencollection.yml')
    return isFound && !(await this.#isHidden(path))
  }

  /** Returns the path of the collection around a path. */
  collectionAround(path: string): string {
    return this.collections().find(one => isWithin(path, one.path))?.path ?? ''
  }

  /** Returns the text of a file, for the program itself; null if it cannot be read. */
  unsafeText(path: string): Promise<string | null> {
    return this.#workspace.readNote(path)
  }

  /** Returns the documentation of a collection or folder; null if agents may not see it. */
  async docs(path: string): Promise<string | null> {
    if (!this.collections().some(one => one.path === path) || (await this.#isHidden(path))) return null
    const read = await this.#workspace.readCollection(path)
    if (!read.ok) return null
    const { docs = '' } = read.value.entity
    return typeof docs === 'string' ? docs : (docs?.content ?? '')
  }

  /** Whether a collection or folder around a path, or the one at the path, hides itself. */
  async #isHidden(path: string, isHidden = this.#hiddenFiles()): Promise<boolean> {
    for (const file of this.#containersOf(path)) if (await isHidden(file)) return true
    return false
  }

  /** Returns a function that reads each file of a container once, for one call of an agent. */
  #hiddenFiles(): HiddenFiles {
    const read = async (file: string) => {
      const text = await this.#workspace.readNote(file)
      return text !== null && !(await mayAgentsUse(text))
    }
    const known = new Map<string, Promise<boolean>>()
    return file => {
      const hidden = known.get(file) ?? read(file)
      known.set(file, hidden)
      return hidden
    }
  }

  /** Returns the files of the collection and the folders around a path. */
  #containersOf(path: string): readonly string[] {
    const collection = this.collections().find(one => isWithin(path, one.path))
    if (collection === undefined) return []
    const files = [joined(collection.path, 'opencollection.yml')]
    for (let items = collection.items; ; ) {
      const folder = items.find(item => item.kind === 'folder' && isWithin(path, item.path))
      if (folder?.kind !== 'folder') return files
      files.push(joined(folder.path, 'folder.yml'))
      items = folder.items
    }
  }

  #below(items: readonly TreeItem[], containers: readonly string[]): readonly ListedEntry[] {
    return items.flatMap(entry =>
      entry.kind === 'folder'
        ? this.#below(entry.items, [...containers, entry.name])
        : [{ path: `${this.prefix}${entry.path}`, entry, containers }],
    )
  }
}

/** How often a file is read again that changes at the same time. */
const mostAttempts = 3

/** In UTF-16 units. Bodies that are received are cut at a fifth of that. */
const longestShownFile = 262_144

function tooLong(path: string): WorkspaceFailure {
  return {
    code: 'NOT_READ',
    sentence: 'The file is longer than 256 KB, the most that agents can read of a file.',
    nextStep: 'Move a large body into a file of its own and choose the body type Binary file.',
    path,
  }
}

function changing(path: string): WorkspaceFailure {
  return {
    code: 'NOT_READ',
    sentence: `“${path}” changes while it is read.`,
    nextStep: 'Read it again.',
    path,
  }
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}
