import { errorCodeOf, moveToNew, renamePatiently } from '@parley/files'
import { failed, ok, type Result } from '@parley/model'
import { freeFileName, sameNameKey } from '../file-name-for.ts'
import { ownFiles } from '../tree/known-folder.ts'
import type { KnownWorkspace } from '../tree/known-workspace.ts'
import { childPath, parentPath } from '../tree/workspace-path.ts'
import type { TreeItem } from '../tree/workspace-tree.ts'
import { notFound, notWritten, type WorkspaceFailure } from '../workspace-failure.ts'
import type { EntryEdits } from './entry-edits.ts'
import { sequenceWrites } from './sequences.ts'

/** The number of times that another program may take the path first. */
const maximumTries = 20

type Done<Value> = Promise<Result<Value, WorkspaceFailure>>

/** Manages the layout of entries: names in a folder, and order among siblings. */
export class EntryLayout {
  readonly #known: KnownWorkspace
  readonly #edits: EntryEdits

  constructor(known: KnownWorkspace, edits: EntryEdits) {
    this.#known = known
    this.#edits = edits
  }

  /**
   * Renames on disk and in the map of IDs, without overwriting anything. The caller must have stored an
   * intent.
   */
  async relocate(from: string, to: string): Done<string> {
    if (from === to) return ok(from)
    const [source, target] = [this.#known.absolute(from), this.#known.absolute(to)]
    try {
      const [old, taken] = await this.#known.files.linkInfos([source, target])
      // On a case-insensitive disk, the same file exists under both names.
      if (taken !== null && taken !== undefined && taken.identity !== old?.identity)
        return failed(notWritten(to, 'EEXIST'))
      if (!(await this.#known.isInside(this.#known.absolute(parentPath(to))))) return failed(notFound(to))
      if (taken) await renamePatiently(this.#known.files, source, target)
      else await moveToNew(this.#known.files, source, target)
      this.#known.identities.move(from, to)
      await this.#known.files.syncFolder(this.#known.absolute(parentPath(to)))
      await this.#known.files.syncFolder(this.#known.absolute(parentPath(from)))
    } catch (error) {
      await this.#known.scanAfterOwnChange([from, to], [parentPath(from), parentPath(to)])
      return failed(notWritten(from, errorCodeOf(error)))
    }
    await this.#known.scanAfterOwnChange([from, to], [parentPath(from), parentPath(to)])
    return ok(to)
  }

  /** Moves an entry to a position among its siblings. Resolves to its path. */
  async order(path: string, index: number): Done<string> {
    const entry = this.#known.entry(path)
    if (entry?.kind !== 'folder' && entry?.kind !== 'request') return failed(notFound(path))
    const others = this.itemsOf(parentPath(path)).filter(one => one.path !== path)
    const place = Math.max(0, Math.min(index, others.length))
    const writes = sequenceWrites(others.toSpliced(place, 0, entry), place)
    // A scan for each of hundreds of siblings would read all of them again each time.
    return this.#known.scanningOnce(async () => {
      for (const { path: sibling, sequence } of writes) {
        const set = await this.#edits.edit(sibling, { sequence })
        // A damaged sibling keeps its position by name.
        if (!set.ok && set.failure.code !== 'DAMAGED') return set
      }
      return ok(path)
    })
  }

  /**
   * Creates an entry in a folder under the first free name for `name`. If another program takes the path
   * meanwhile (`FILE_CHANGED`), the next name is tried.
   */
  async atFreePath<Value>(
    folder: string,
    name: string,
    ending: string,
    make: (path: string) => Done<Value>,
  ): Done<Value> {
    for (let tries = 1; ; tries += 1) {
      const path = childPath(folder, freeFileName(name, ending, await this.takenNames(folder)))
      const made = await make(path)
      if (made.ok || made.failure.code !== 'FILE_CHANGED' || tries === maximumTries) return made
    }
  }

  /**
   * Returns the names that a new file in the folder must not have, for case-sensitive and case-insensitive
   * file systems.
   */
  async takenNames(folder: string): Promise<Set<string>> {
    try {
      const entries = await this.#known.files.list(this.#known.absolute(folder))
      return new Set(
        [...ownFiles, 'environments', 'node_modules', ...entries.map(entry => entry.name)].map(sameNameKey),
      )
    } catch {
      return new Set()
    }
  }

  /** Returns whether an entry may contain requests and folders. */
  takesItems(path: string): boolean {
    const kind = this.#known.entry(path)?.kind
    return kind === 'collection' || kind === 'folder'
  }

  /** Returns the items of a folder or collection, in order. */
  itemsOf(path: string): readonly TreeItem[] {
    const entry = this.#known.entry(path)
    return entry?.kind === 'collection' || entry?.kind === 'folder' ? entry.items : []
  }

  /** Returns the position behind all items. */
  nextSequence(parent: string): number {
    const sequences = this.itemsOf(parent).map(item => item.sequence ?? 0)
    return Math.floor(Math.max(0, ...sequences)) + 1
  }
}
