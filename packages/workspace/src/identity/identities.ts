import { randomUUID } from 'node:crypto'
import { isWithin } from '../tree/workspace-path.ts'

/** The ID of one file or folder. */
export interface IdentityEntry {
  readonly path: string
  readonly id: string
  /** When the file was first missing, in milliseconds since 1970; null while it is there. */
  readonly goneSinceMs: number | null
}

/** Where the IDs of a workspace are kept, outside it; a host gives it. */
export interface IdentityStore {
  load(): Promise<readonly IdentityEntry[]>
  /** All entries; those of the last call are the ones that {@link IdentityStore.load} gives. */
  save(entries: readonly IdentityEntry[]): Promise<void>
}

/** What is gone keeps its ID, and with it its history and secrets, for so long. */
export const keptAfterGoneMs = 7 * 24 * 3_600_000

/** File path ↔ internal ID (product decisions, Identity). No ID stands in a file of the workspace. */
export class Identities {
  readonly #store: IdentityStore
  readonly #byPath = new Map<string, IdentityEntry>()
  #isChanged = false

  private constructor(store: IdentityStore, entries: readonly IdentityEntry[]) {
    this.#store = store
    for (const entry of entries) this.#byPath.set(entry.path, entry)
  }

  static async load(store: IdentityStore): Promise<Identities> {
    return new Identities(store, await store.load())
  }

  /** The ID of what stands at a path; a new one where it has none. */
  idOf(path: string): string {
    const known = this.#byPath.get(path)
    if (known !== undefined && known.goneSinceMs === null) return known.id
    // It is back, and the same.
    const entry = { path, id: known?.id ?? randomUUID(), goneSinceMs: null }
    this.#set(entry)
    return entry.id
  }

  /** A path and all below it are called otherwise from now on. */
  move(from: string, to: string): void {
    for (const entry of [...this.#byPath.values()]) {
      if (!isWithin(entry.path, from)) continue
      this.#byPath.delete(entry.path)
      this.#set({ ...entry, path: to + entry.path.slice(from.length), goneSinceMs: null })
    }
  }

  /** {@link move} for what a look at the disk found; what a command of our own moved has its IDs already. */
  noteMove(from: string, to: string): void {
    if (this.#byPath.get(to)?.goneSinceMs !== null) this.move(from, to)
  }

  /** A path and all below it have no ID any more: whoever takes them keeps the IDs. */
  take(path: string): void {
    for (const entry of this.within(path)) this.#byPath.delete(entry.path)
    this.#isChanged = true
  }

  /** What was taken is back. */
  put(entries: readonly Pick<IdentityEntry, 'path' | 'id'>[]): void {
    for (const { path, id } of entries) this.#set({ path, id, goneSinceMs: null })
  }

  /** Notes which paths are there; those gone for more than 7 days are forgotten. */
  keep(paths: ReadonlySet<string>, nowMs: number): void {
    for (const entry of [...this.#byPath.values()]) {
      if (paths.has(entry.path)) {
        if (entry.goneSinceMs !== null) this.#set({ ...entry, goneSinceMs: null })
      } else if (entry.goneSinceMs === null) this.#set({ ...entry, goneSinceMs: nowMs })
      else if (nowMs - entry.goneSinceMs > keptAfterGoneMs) {
        this.#byPath.delete(entry.path)
        this.#isChanged = true
      }
    }
  }

  /** The entries of a path and all below it. */
  within(path: string): readonly IdentityEntry[] {
    return [...this.#byPath.values()].filter(entry => isWithin(entry.path, path))
  }

  /** Resolves once what changed is kept. Where the store fails, the next save makes up for it. */
  async save(): Promise<void> {
    if (!this.#isChanged) return
    this.#isChanged = false
    try {
      await this.#store.save([...this.#byPath.values()])
    } catch {
      // What was asked for is done on disk by now; it must not count as failed for this.
      this.#isChanged = true
    }
  }

  #set(entry: IdentityEntry): void {
    this.#byPath.set(entry.path, entry)
    this.#isChanged = true
  }
}
