import { setTimeout as wait } from 'node:timers/promises'
import { OneAfterTheOther } from '@parley/files'
import type { Collection, Environment, Folder, Item, Result, WorkspaceFile } from '@parley/model'
import { EntryEdits, type OpenedFolder } from './commands/entry-edits.ts'
import { finishLeft } from './commands/finish-left.ts'
import { Places } from './commands/places.ts'
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
import { type WorkspaceWatch, watchWorkspace } from './watch/workspace-watch.ts'
import type { Opened, SaveFailure, SaveInput, WorkspaceDocuments } from './workspace-documents.ts'
import type { WorkspaceFailure } from './workspace-failure.ts'

const checkedAtOnce = 20

/** So many times as long as it works it rests. */
const restForWork = 3

type Done<Value> = Promise<Result<Value, WorkspaceFailure>>
type Read<Noun> = Done<Opened<Noun>>
type Save<Noun> = Promise<Result<string, SaveFailure<Noun>>>

/** What a {@link Workspace} works on. */
export interface WorkspaceParts {
  readonly known: KnownWorkspace
  readonly documents: WorkspaceDocuments
  readonly secrets: SecretStore
  readonly journal: IntentJournal
  readonly trash: Trash
  readonly now: () => number
}

/**
 * A workspace on disk. What it is asked for resolves to data, saves and commands one after the other. Paths are
 * those of the tree; that of a folder or collection stands for its own file where one is read or saved.
 */
export class Workspace {
  readonly #known: KnownWorkspace
  readonly #documents: WorkspaceDocuments
  readonly #edits: EntryEdits
  readonly #places: Places
  readonly #journal: IntentJournal
  readonly #queue = new OneAfterTheOther()
  /** What changes the layout: create, rename, duplicate, move, remove, restore. */
  readonly commands: WorkspaceCommands
  readonly #watches = new Set<WorkspaceWatch>()

  constructor(parts: WorkspaceParts) {
    const { known, documents } = parts
    this.#known = known
    this.#documents = documents
    this.#journal = parts.journal
    this.#edits = new EntryEdits(known, documents)
    this.#places = new Places(known, this.#edits)
    const alone = <Value>(task: () => Promise<Value>) => this.#alone(task)
    this.commands = new WorkspaceCommands({ ...parts, edits: this.#edits, places: this.#places, alone })
  }

  /** Absolute, without links. */
  get folder(): string {
    return this.#known.root
  }

  /** As last seen; the same object until something changes. */
  get tree(): WorkspaceTree {
    return this.#known.tree
  }

  /** Takes the first look at the disk, after which nothing is left of commands that a kill cut off. */
  recover(): Promise<void> {
    return this.#alone(async () => {
      const left = await this.#journal.settleLeft()
      await this.#known.look()
      await this.#known.identities.save()
      const parts = { known: this.#known, edits: this.#edits, places: this.#places }
      for (const one of left) {
        await finishLeft(parts, one)
        await this.#known.identities.settle(one.intent.intentId)
      }
    })
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
   * nothing of what Parley wrote itself. Then of files that turn out damaged once they are read whole.
   */
  watch(onChanges: (changes: WorkspaceChanges) => void): WorkspaceWatch {
    const checks = new BackgroundChecks(signal => this.check(signal), onChanges)
    const onBatch = (changes: WorkspaceChanges) => {
      onChanges(changes)
      checks.begin()
    }
    const watch = watchWorkspace(this.#known, paths => this.refresh(paths), onBatch)
    this.#watches.add(watch)
    // What a look after a change of our own found beside it.
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
      close,
    }
  }

  /**
   * Reads each file whole that was not read so yet, one after the other with pauses, and marks in the tree those that
   * are damaged: a list reads the heads of files alone. Resolves to the paths whose damage is another one.
   */
  async check(signal?: AbortSignal): Promise<readonly string[]> {
    const changed: string[] = []
    let startedAtMs = performance.now()
    for (const [index, path] of this.#known.uncheckedPaths().entries()) {
      if (signal?.aborted) break
      if (index % checkedAtOnce === checkedAtOnce - 1) {
        // About 10 ms of work: what the user does meanwhile comes first, and a large workspace keeps no processor busy.
        await wait((performance.now() - startedAtMs) * restForWork)
        startedAtMs = performance.now()
      }
      const before = this.#known.file(path)?.damage?.code
      await this.#checkFile(path)
      if (this.#known.file(path)?.damage?.code !== before) changed.push(path)
    }
    return changed
  }

  readItem(path: string): Read<Item> {
    return this.#documents.read(path, itemKind)
  }

  /** A folder without a `folder.yml` reads as an empty one, whose version is that of no file. */
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

  /** A file beside those of the format, such as a report; null where there is none, or none that can be read. */
  readNote(path: string): Promise<string | null> {
    return this.#documents.readNote(path)
  }

  /** Writes a file beside those of the format, over one that is there. */
  writeNote(path: string, text: string): Done<void> {
    return this.#alone(() => this.#documents.writeNote(path, text))
  }

  /** Whatever place among its siblings it names, that of the file stays: {@link commands} change it. */
  saveItem(path: string, input: SaveInput<Item>): Save<Item> {
    return this.#save(path, itemKind, { ...input, keepsOrder: true })
  }

  /** Like {@link saveItem}. */
  saveFolder(path: string, input: SaveInput<Folder>): Save<Folder> {
    return this.#save(childPath(path, 'folder.yml'), folderKind, { ...input, keepsOrder: true })
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

  /** Keeps values for secret fields of an entry that have none on this machine; its file stays as it is. */
  fillSecrets(path: string, values: ReadonlyMap<string, string>): Done<void> {
    return this.#alone(() => this.#documents.fillSecrets(this.#fileOf(path), values))
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

  #save<Noun>(path: string, kind: StoredKind<Noun>, input: SaveInput<Noun>): Save<Noun> {
    return this.#alone(() => this.#documents.save(path, kind, input))
  }

  #alone<Value>(task: () => Promise<Value>): Promise<Value> {
    return this.#queue.run('', async () => {
      try {
        return await task()
      } finally {
        for (const watch of this.#watches) watch.follow()
      }
    })
  }
}
