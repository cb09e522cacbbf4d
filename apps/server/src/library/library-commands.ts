import { randomUUID } from 'node:crypto'
import { failed, ok, type Result } from '@parley/model'
import type { MoveRecord, Workspace, WorkspaceFailure } from '@parley/workspace'
import type { DeletedEntry } from '../contract/index.ts'
import { entryNotFound } from './library-failure.ts'
import type { LibraryIndex } from './library-index.ts'

type Done<Value> = Promise<Result<Value, WorkspaceFailure>>

/** A move that can be undone. It names entries by ID, as their paths may change meanwhile. */
interface UndoableMove {
  readonly id: string
  readonly parentId: string
  readonly record: MoveRecord
}

/** How many moves can be undone. */
const maxUndoableMoves = 100

/** What {@link LibraryCommands} works on: the open workspace and its index. */
export interface LibraryParts {
  readonly workspace: () => Workspace
  readonly index: () => LibraryIndex
}

/** Commands that change the layout of the library, by ID. */
export class LibraryCommands {
  readonly #parts: LibraryParts
  readonly #moves = new Map<string, UndoableMove>()

  constructor(parts: LibraryParts) {
    this.#parts = parts
  }

  rename(id: string, name: string): Done<string> {
    return this.#at(id, path => this.#commands.rename(path, name))
  }

  /** Resolves to the ID of the copy. */
  async duplicate(id: string): Done<string> {
    return this.#idOf(await this.#within(id, path => this.#commands.duplicate(path)))
  }

  /** Resolves to an ID for {@link undoMove}. */
  async move(id: string, parentId: string, index: number): Done<string> {
    const [place, parent] = [this.#index.place(id), this.#index.place(parentId)]
    if (place === undefined || parent === undefined) return failed(entryNotFound)
    const parentBeforeId = this.#index.parentOf(id)
    const moved = await this.#commands.move(place.path, parent.path, index)
    if (!moved.ok) return moved
    const moveId = randomUUID()
    if (parentBeforeId !== undefined)
      this.#moves.set(moveId, { id, parentId: parentBeforeId, record: moved.value })
    const [oldest] = this.#moves.keys()
    if (oldest !== undefined && this.#moves.size > maxUndoableMoves) this.#moves.delete(oldest)
    return ok(moveId)
  }

  async undoMove(moveId: string): Done<string> {
    const kept = this.#moves.get(moveId)
    if (kept === undefined) return failed(entryNotFound)
    const [place, parent] = [this.#index.place(kept.id), this.#index.place(kept.parentId)]
    if (place === undefined || parent === undefined) return failed(entryNotFound)
    const { record } = kept
    const isRenamed = fileName(place.path) !== fileName(record.path)
    const undone = await this.#commands.undoMove({
      ...record,
      fileNameBefore: isRenamed ? fileName(place.path) : record.fileNameBefore,
      path: place.path,
      parentBefore: parent.path,
    })
    if (!undone.ok) return undone
    this.#moves.delete(moveId)
    return ok(undone.value.path)
  }

  async remove(id: string): Done<string> {
    const removed = await this.#within(id, path => this.#commands.remove(path))
    return removed.ok ? ok(removed.value.trashId) : removed
  }

  async listDeleted(): Promise<readonly DeletedEntry[]> {
    const deleted = await this.#commands.listDeleted()
    return deleted.map(({ trashId, kind, name, path, deletedAtMs }) => ({
      trashId,
      kind,
      name,
      path: path.split('/').slice(0, -1),
      deletedAtMs,
    }))
  }

  restore(trashId: string): Done<string> {
    return this.#commands.restore(trashId)
  }

  /** Forgets all moves, because another workspace is open. */
  forgetMoves(): void {
    this.#moves.clear()
  }

  get #commands(): Workspace['commands'] {
    return this.#parts.workspace().commands
  }

  get #index(): LibraryIndex {
    return this.#parts.index()
  }

  async #at<Value>(id: string, command: (path: string) => Done<Value>): Done<Value> {
    const place = this.#index.place(id)
    return place === undefined ? failed(entryNotFound) : command(place.path)
  }

  /**
   * Runs a command on an entry inside the workspace, which a collection that is the workspace's own folder is
   * not.
   */
  #within<Value>(id: string, command: (path: string) => Done<Value>): Done<Value> {
    return this.#at(id, async path => (path === '' ? failed(isWorkspace) : command(path)))
  }

  #idOf(made: Result<string, WorkspaceFailure>): Result<string, WorkspaceFailure> {
    if (!made.ok) return made
    const id = this.#index.idOfPath(made.value)
    return id === undefined ? failed(entryNotFound) : ok(id)
  }
}

const isWorkspace: WorkspaceFailure = {
  code: 'WRONG_PLACE',
  sentence: 'This collection is the folder of the workspace itself.',
  nextStep: 'Open the folder above it as a workspace, or change the folder with your file manager.',
  path: '',
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
