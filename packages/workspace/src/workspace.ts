import { setTimeout as wait } from 'node:timers/promises'
import { OneAfterTheOther } from '@parley/files'
import type { Collection, Environment, Folder, Item, Result, WorkspaceFile } from '@parley/model'
import { CollectionList } from './commands/collection-list.ts'
import { EntryEdits, type OpenedFolder } from './commands/entry-edits.ts'
import { EntryLayout } from './commands/entry-layout.ts'
import { finishInterrupted } from './commands/finish-interrupted.ts'
import { WorkspaceCommands } from './commands/workspace-commands.ts'
import type { IntentJournal } from './identity/intent-journal.ts'
import type { SecretStore } from './secrets/secret-store.ts'
import {
  collectionKind,
  environmentKind,
  folderKind,
  itemKind,
  type StoredKind,
  workspaceKind,
} from './secrets/stored-format.ts'
import type { Trash } from './trash/trash.ts'
import type { KnownWorkspace, WorkspaceChanges } from './tree/known-workspace.ts'
import { childPath, nameInPath, parentPath } from './tree/workspace-path.ts'
import type { WorkspaceTree } from './tree/workspace-tree.ts'
import { BackgroundChecks } from './watch/background-checks.ts'
import type { CheckedFolders } from './watch/checked-folders.ts'
import { type WorkspaceWatch, watchWorkspace } from './watch/workspace-watch.ts'
import type { Opened, SaveFailure, SaveInput, WorkspaceDocuments } from './workspace-documents.ts'
import type { WorkspaceFailure } from './workspace-failure.ts'

const checkedAtOnce = 20

/** Reading fewer files again costs little more than remembering them. */
const fewestRemembered = 100
/** The ratio of the pause to the work before it. */
const pauseRatio = 3

type Done<Value> = Promise<Result<Value, WorkspaceFailure>>
type Read<Entity> = Done<Opened<Entity>>
type Save<Entity> = Promise<Result<string, SaveFailure<Entity>>>

/** The parts of a {@link Workspace}. */
export interface WorkspaceParts {
  readonly known: KnownWorkspace
  readonly documents: WorkspaceDocuments
  readonly secrets: SecretStore
  readonly journal: IntentJournal
  readonly trash: Trash
  readonly checkedFolders: CheckedFolders
  readonly now: () => number
}

/**
 * A workspace on disk. Methods resolve to results; saves and commands run one after another. Paths are those
 * of the tree; to read or save a folder or collection, its path stands for its own file.
 */
export class Workspace {
  readonly #known: KnownWorkspace
  readonly #documents: WorkspaceDocuments
  readonly #edits: EntryEdits
  readonly #layout: EntryLayout
  readonly #list: CollectionList
  readonly #journal: IntentJournal
  readonly #queue = new OneAfterTheOther()
  /** The commands that change the layout: create, rename, duplicate, move, remove, restore. */
  readonly commands: WorkspaceCommands
  readonly #watches = new Set<WorkspaceWatch>()
  readonly #checkedFolders: CheckedFolders
  #isCheckedRecalled = false

  constructor(parts: WorkspaceParts) {
    const { known, documents } = parts
    this.#known = known
    this.#documents = documents
    this.#journal = parts.journal
    this.#checkedFolders = parts.checkedFolders
    this.#edits = new EntryEdits(known, documents)
    this.#layout = new EntryLayout(known, this.#edits)
    this.#list = new CollectionList(known, documents)
    const runExclusively = <Value>(task: () => Promise<Value>) => this.#runExclusively(task)
    this.commands = new WorkspaceCommands({
      ...parts,
      edits: this.#edits,
      layout: this.#layout,
      list: this.#list,
      runExclusively,
    })
  }

  /** An absolute path without links. */
  get folder(): string {
    return this.#known.root
  }

  /** Returns the tree as last seen; the same object until something changes. */
  get tree(): WorkspaceTree {
    return this.#known.tree
  }

  /** Scans the disk for the first time and settles the commands that a kill interrupted. */
  recover(): Promise<void> {
    return this.#runExclusively(async () => {
      const left = await this.#journal.settleInterrupted()
      await this.#known.scan()
      await this.#known.identities.save()
      const parts = { known: this.#known, edits: this.#edits, layout: this.#layout, list: this.#list }
      for (const one of left) {
        await finishInterrupted(parts, one)
        await this.#known.identities.settle(one.intent.intentId)
      }
    })
  }

  /** Scans the disk, for a host that does not watch it, and after a long sleep. */
  refresh(paths?: readonly string[]): Promise<WorkspaceChanges> {
    return this.#runExclusively(async () => {
      const changes = await this.#known.scan(paths)
      await this.#known.identities.save()
      return changes
    })
  }

  /**
   * Reports what other programs change on disk until it is closed: within a second, many files as one batch,
   * without Parley's own writes. Also reports files that turn out to be damaged once they are read
   * completely.
   */
  watch(onChanges: (changes: WorkspaceChanges) => void): WorkspaceWatch {
    const checks = new BackgroundChecks(signal => this.check(signal), onChanges)
    const onBatch = (changes: WorkspaceChanges) => {
      onChanges(changes)
      checks.begin()
    }
    const watch = watchWorkspace(this.#known, paths => this.refresh(paths), onBatch)
    this.#watches.add(watch)
    // Other changes found by the scan after an own change.
    const endListening = this.#known.onForeignChanges(onBatch)
    checks.begin()
    const close = () => {
      checks.end()
      endListening()
      this.#watches.delete(watch)
      watch.close()
    }
    return {
      get isPolling() {
        return watch.isPolling
      },
      follow: watch.follow,
      settle: watch.settle,
      close,
    }
  }

  /** Keeps the tree up to date for a host that only reads it: without {@link check}, and without reports. */
  follow(): WorkspaceWatch {
    const watch = watchWorkspace(
      this.#known,
      paths => this.refresh(paths),
      () => {},
    )
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
      settle: watch.settle,
      close,
    }
  }

  /**
   * Reads each file completely that was not read so yet, one after another with pauses, and marks damaged
   * ones in the tree, because a list reads only the heads of files. Resolves to the paths whose damage
   * changed.
   */
  async check(signal?: AbortSignal): Promise<readonly string[]> {
    if (!this.#isCheckedRecalled) this.#known.recallChecked(await this.#checkedFolders.load())
    this.#isCheckedRecalled = true
    const changed: string[] = []
    let startedAtMs = performance.now()
    const unchecked = this.#known.uncheckedPaths()
    for (const [index, path] of unchecked.entries()) {
      if (signal?.aborted) break
      if (index % checkedAtOnce === checkedAtOnce - 1) {
        // About 10 ms of work at a time, so that user actions come first and a large workspace does not keep
        // a processor busy.
        await wait((performance.now() - startedAtMs) * pauseRatio)
        startedAtMs = performance.now()
      }
      const before = this.#known.file(path)?.damage?.code
      await this.#checkFile(path)
      if (this.#known.file(path)?.damage?.code !== before) changed.push(path)
    }
    if (unchecked.length >= fewestRemembered && !signal?.aborted)
      await this.#checkedFolders.write(this.#known.checkedFolders())
    return changed
  }

  readItem(path: string): Read<Item> {
    return this.#documents.read(path, itemKind)
  }

  /**
   * Reads a folder. A folder without a `folder.yml` reads as an empty one with the version of a missing file.
   */
  readFolder(path: string): Done<OpenedFolder> {
    return this.#edits.readFolder(path)
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

  /**
   * Reads a file that does not belong to the format, such as a report; null if it is missing or unreadable.
   */
  readNote(path: string): Promise<string | null> {
    return this.#documents.readNote(path)
  }

  /** Writes a file that does not belong to the format, replacing an existing one. */
  writeNote(path: string, text: string): Done<void> {
    return this.#runExclusively(() => this.#documents.writeNote(path, text))
  }

  /** Saves an item. The position among the siblings is kept from the file; {@link commands} change it. */
  saveItem(path: string, input: SaveInput<Item>): Save<Item> {
    return this.#save(path, itemKind, { ...input, keepsLayout: true })
  }

  /** Saves a folder, like {@link saveItem}. */
  saveFolder(path: string, input: SaveInput<Folder>): Save<Folder> {
    return this.#save(childPath(path, 'folder.yml'), folderKind, { ...input, keepsLayout: true })
  }

  saveCollection(path: string, input: SaveInput<Collection>): Save<Collection> {
    return this.#save(childPath(path, 'opencollection.yml'), collectionKind, input)
  }

  saveEnvironment(path: string, input: SaveInput<Environment>): Save<Environment> {
    return this.#save(path, environmentKind, input)
  }

  /** Saves the workspace variables and the workspace's name. The list of collections is kept from the file. */
  saveWorkspaceFile(input: SaveInput<WorkspaceFile>): Save<WorkspaceFile> {
    return this.#save('workspace.yml', workspaceKind, { ...input, keepsLayout: true })
  }

  /** Stores values for secret fields of an entry that have none on this machine; its file is not changed. */
  fillSecrets(path: string, values: ReadonlyMap<string, string>): Done<void> {
    return this.#runExclusively(() => this.#documents.fillSecrets(this.#fileOf(path), values))
  }

  #fileOf(path: string): string {
    const kind = this.#known.entry(path)?.kind
    if (kind === 'collection') return childPath(path, 'opencollection.yml')
    return kind === 'folder' ? childPath(path, 'folder.yml') : path
  }

  async #checkFile(path: string): Promise<void> {
    const name = nameInPath(path)
    if (name === 'workspace.yml') await this.#documents.check(path, workspaceKind)
    else if (name === 'opencollection.yml') await this.#documents.check(path, collectionKind)
    else if (name === 'folder.yml') await this.#documents.check(path, folderKind)
    else if (nameInPath(parentPath(path)) === 'environments')
      await this.#documents.check(path, environmentKind)
    else await this.#documents.check(path, itemKind)
  }

  #save<Entity>(path: string, kind: StoredKind<Entity>, input: SaveInput<Entity>): Save<Entity> {
    return this.#runExclusively(() => this.#documents.save(path, kind, input))
  }

  #runExclusively<Value>(task: () => Promise<Value>): Promise<Value> {
    return this.#queue.run('', async () => {
      try {
        return await task()
      } finally {
        for (const watch of this.#watches) watch.follow()
      }
    })
  }
}
