import { randomUUID } from 'node:crypto'
import { nameInPath, parentPath } from '../tree/workspace-path.ts'
import type { IdentityEntry, IdentityStore } from './identity-store.ts'
import { type Intent, readIntent } from './intent.ts'
import { matchMoved } from './match-moved.ts'
import { PathIndex } from './path-index.ts'

/** How long a missing entry keeps its ID, and with it its history and secrets. */
export const missingRetentionMs = 7 * 24 * 3_600_000

/** Maps file paths to internal IDs (behaviour, Identity). No file of the workspace contains an ID. */
export class Identities {
  readonly #store: IdentityStore
  readonly #now: () => number
  readonly #byId = new Map<string, IdentityEntry>()
  /** The IDs of existing entries, by path. */
  readonly #present = new PathIndex()
  /** The IDs of missing entries, by their last path; only the latest for each path. */
  readonly #gone = new Map<string, string>()
  #unsaved = new Set<string>()
  /** The intents of an ended process, in the order in which they began. */
  readonly unsettledIntents: readonly Intent[]

  private constructor(
    store: IdentityStore,
    now: () => number,
    entries: readonly IdentityEntry[],
    intents: readonly Intent[],
  ) {
    this.#store = store
    this.#now = now
    this.unsettledIntents = intents
    for (const entry of entries) this.#index(entry)
  }

  static async load(store: IdentityStore, now: () => number): Promise<Identities> {
    const { entries, intents } = await store.load()
    return new Identities(
      store,
      now,
      entries,
      intents.map(readIntent).filter(one => one !== null),
    )
  }

  /** Returns the ID of a path: a new one if it has none, the old one if it was missing and is back. */
  idOf(path: string): string {
    const known = this.#present.get(path)
    if (known !== undefined) return known
    const gone = this.#entry(this.#gone.get(path))
    if (gone === undefined) return this.create(path)
    this.#set({ ...gone, goneSinceMs: null })
    return gone.id
  }

  /** Gives a path a new ID for an entry that is about to be created. */
  create(path: string): string {
    const id = randomUUID()
    this.#set({ path, id, goneSinceMs: null, fingerprint: '' })
    return id
  }

  /** Changes the paths of an entry and everything below it. */
  move(from: string, to: string): void {
    if (from === to) return
    for (const entry of this.within(from))
      this.#set({ ...entry, path: to + entry.path.slice(from.length), goneSinceMs: null })
  }

  /**
   * Does the same as {@link move} for a move found on the disk; Parley's own commands have already moved
   * their IDs.
   */
  noteMove(from: string, to: string): void {
    if (!this.#present.has(to)) this.move(from, to)
  }

  /**
   * Removes the IDs of a path and everything below it, because another place (such as the trash) keeps them.
   */
  take(path: string): void {
    this.drop(this.within(path).map(entry => entry.id))
  }

  /** Forgets IDs. */
  drop(ids: readonly string[]): void {
    for (const id of ids) {
      const entry = this.#entry(id)
      if (entry === undefined) continue
      this.#removeFromIndex(entry)
      this.#byId.delete(id)
      this.#unsaved.add(id)
    }
  }

  /** Restores IDs that {@link take} removed. */
  put(entries: readonly Pick<IdentityEntry, 'path' | 'id'>[]): void {
    for (const { path, id } of entries) {
      const fingerprint = this.#entry(id)?.fingerprint ?? ''
      this.#set({ path, id, goneSinceMs: null, fingerprint })
    }
  }

  /**
   * Records all existing entries, by path with the fingerprint of their content, which is empty for a folder.
   * Entries missing for more than 7 days are forgotten.
   */
  noteAll(fingerprints: ReadonlyMap<string, string>): void {
    const nowMs = this.#now()
    for (const { id, goneSinceMs } of [...this.#byId.values()])
      if (goneSinceMs !== null && nowMs - goneSinceMs > missingRetentionMs) this.drop([id])
    this.note(
      fingerprints,
      this.#present.paths().filter(path => !fingerprints.has(path)),
    )
  }

  /**
   * Does the same as {@link noteAll} for the differences found by one scan: the existing and the missing
   * paths.
   */
  note(fingerprints: ReadonlyMap<string, string>, gone: readonly string[]): void {
    for (const path of gone) {
      const entry = this.#entry(this.#present.get(path))
      if (entry !== undefined) this.#set({ ...entry, goneSinceMs: this.#now() })
    }
    for (const [path, fingerprint] of fingerprints) {
      const entry = this.#entry(this.#present.get(path) ?? this.#gone.get(path))
      if (entry === undefined || (entry.goneSinceMs === null && entry.fingerprint === fingerprint)) continue
      this.#set({ ...entry, goneSinceMs: null, fingerprint })
    }
  }

  /**
   * Gives files that were moved while Parley was not watching their old IDs: a file is recognised by the
   * content that another path last had (behaviour, Identity). A folder moves with its own file.
   */
  recogniseMoved(fingerprints: ReadonlyMap<string, string>): void {
    const moved = matchMoved([...this.#byId.values()], fingerprints)
    for (const { entry } of moved) this.#removeFromIndex(entry)
    for (const { entry, to } of moved) this.#set({ ...entry, path: to, goneSinceMs: null })
    for (const { entry, to } of moved) {
      if (!['folder.yml', 'opencollection.yml'].includes(nameInPath(entry.path))) continue
      const [from, folder] = [parentPath(entry.path), parentPath(to)]
      const own = this.#entry(this.#present.get(from) ?? this.#gone.get(from))
      if (own !== undefined && !fingerprints.has(from) && !this.#present.has(folder))
        this.#set({ ...own, path: folder, goneSinceMs: null })
    }
  }

  /** Returns the existing entries at a path and below it. */
  within(path: string): readonly IdentityEntry[] {
    return this.#present.within(path).flatMap(id => this.#entry(id) ?? [])
  }

  /** Returns the paths whose ID changed or was removed since the last call. */
  takeReassigned(): ReadonlySet<string> {
    return this.#present.takeReassigned()
  }

  /** Resolves once the changes are stored. If the store fails, the next save includes them. */
  async save(): Promise<void> {
    // The command has already changed the disk, so it must not fail because of the store.
    if (this.#unsaved.size > 0) await this.#write([], []).catch(() => {})
  }

  /**
   * Stores an intent together with all pending changes. If the store rejects, the command must not continue.
   */
  begin(intent: Intent): Promise<void> {
    return this.#write([intent], [])
  }

  /**
   * Removes an intent and stores all pending changes. If the store fails, the next start settles the intent
   * again.
   */
  async settle(intentId: string): Promise<void> {
    await this.#write([], [intentId]).catch(() => {})
  }

  async #write(begun: readonly Intent[], settled: readonly string[]): Promise<void> {
    const unsaved = this.#unsaved
    this.#unsaved = new Set()
    const entries = [...unsaved].map(id => ({ id, entry: this.#entry(id) }))
    try {
      await this.#store.write({
        put: entries.flatMap(({ entry }) => entry ?? []),
        drop: entries.flatMap(({ id, entry }) => (entry === undefined ? [id] : [])),
        begun,
        settled,
      })
    } catch (error) {
      for (const id of unsaved) this.#unsaved.add(id)
      throw error
    }
  }

  #entry(id: string | undefined): IdentityEntry | undefined {
    return id === undefined ? undefined : this.#byId.get(id)
  }

  #set(entry: IdentityEntry): void {
    const before = this.#entry(entry.id)
    if (before !== undefined) this.#removeFromIndex(before)
    const displaced = this.#entry(this.#present.get(entry.path))
    if (entry.goneSinceMs === null && displaced !== undefined) {
      this.#removeFromIndex(displaced)
      this.#index({ ...displaced, goneSinceMs: this.#now() })
      this.#unsaved.add(displaced.id)
    }
    this.#index(entry)
    this.#unsaved.add(entry.id)
  }

  #index(entry: IdentityEntry): void {
    this.#byId.set(entry.id, entry)
    if (entry.goneSinceMs === null) this.#present.set(entry.path, entry.id)
    else this.#gone.set(entry.path, entry.id)
  }

  #removeFromIndex({ path, id }: IdentityEntry): void {
    if (this.#present.get(path) === id) this.#present.delete(path)
    if (this.#gone.get(path) === id) this.#gone.delete(path)
  }
}
