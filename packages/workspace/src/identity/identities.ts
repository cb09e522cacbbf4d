import { randomUUID } from 'node:crypto'
import { nameInPath, parentPath } from '../tree/workspace-path.ts'
import type { IdentityEntry, IdentityStore } from './identity-store.ts'
import { type Intent, readIntent } from './intent.ts'
import { matchMoved } from './match-moved.ts'
import { PathIndex } from './path-index.ts'

/** An entry that is gone keeps its ID, and with it its history and secrets, for so long. */
export const keptAfterGoneMs = 7 * 24 * 3_600_000

/** File path ↔ internal ID (product decisions, Identity). No file of the workspace holds an ID. */
export class Identities {
  readonly #store: IdentityStore
  readonly #now: () => number
  readonly #byId = new Map<string, IdentityEntry>()
  /** The IDs of what is there, by path. */
  readonly #present = new PathIndex()
  /** The IDs of what is gone, by the path that it had; the latest of each. */
  readonly #gone = new Map<string, string>()
  #unsaved = new Set<string>()
  /** The intents that an ended process left, in the order in which they began. */
  readonly leftIntents: readonly Intent[]

  private constructor(
    store: IdentityStore,
    now: () => number,
    entries: readonly IdentityEntry[],
    intents: readonly Intent[],
  ) {
    this.#store = store
    this.#now = now
    this.leftIntents = intents
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

  /** Returns the ID of a path: a new one if it has none, the old one if it was gone and is back. */
  idOf(path: string): string {
    const known = this.#present.get(path)
    if (known !== undefined) return known
    const gone = this.#entry(this.#gone.get(path))
    if (gone === undefined) return this.create(path)
    this.#set({ ...gone, goneSinceMs: null })
    return gone.id
  }

  /** Gives a path a new ID, as something new is about to be there. */
  create(path: string): string {
    const id = randomUUID()
    this.#set({ path, id, goneSinceMs: null, fingerprint: '' })
    return id
  }

  /** Gives the entries of a path and all below it the paths that they have from now on. */
  move(from: string, to: string): void {
    if (from === to) return
    for (const entry of this.within(from))
      this.#set({ ...entry, path: to + entry.path.slice(from.length), goneSinceMs: null })
  }

  /** {@link move} for what a look at the disk found; a command of our own has moved the IDs already. */
  noteMove(from: string, to: string): void {
    if (!this.#present.has(to)) this.move(from, to)
  }

  /** Removes the IDs of a path and all below it: another place keeps them from now on. */
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

  /** Brings back IDs that {@link take} removed. */
  put(entries: readonly Pick<IdentityEntry, 'path' | 'id'>[]): void {
    for (const { path, id } of entries) {
      const fingerprint = this.#entry(id)?.fingerprint ?? ''
      this.#set({ path, id, goneSinceMs: null, fingerprint })
    }
  }

  /**
   * Notes all that is there, by path with the fingerprint of its content, which is empty for a folder. What has been
   * gone for more than 7 days is forgotten.
   */
  noteAll(fingerprints: ReadonlyMap<string, string>): void {
    const nowMs = this.#now()
    for (const { id, goneSinceMs } of [...this.#byId.values()])
      if (goneSinceMs !== null && nowMs - goneSinceMs > keptAfterGoneMs) this.drop([id])
    this.note(
      fingerprints,
      this.#present.paths().filter(path => !fingerprints.has(path)),
    )
  }

  /** {@link noteAll} for what one look found to be different: what is there now, and what is not any more. */
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
   * Gives files that were moved while nobody watched the IDs that they had: those whose content another path had
   * when it was last seen (product decisions, Identity). With its own file moves a folder.
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

  /** The entries of what is there at a path and below it. */
  within(path: string): readonly IdentityEntry[] {
    return this.#present.within(path).flatMap(id => this.#entry(id) ?? [])
  }

  /** The paths that have another ID than at the last call, or none any more. */
  takeReassigned(): ReadonlySet<string> {
    return this.#present.takeReassigned()
  }

  /** Resolves once what changed is stored. If the store fails, the next save makes up for it. */
  async save(): Promise<void> {
    // What was asked for is done on disk by now; it must not count as failed for this.
    if (this.#unsaved.size > 0) await this.#write([], []).catch(() => {})
  }

  /** Stores an intent, with all changes so far. Rejects as the store does; nothing may be done then. */
  begin(intent: Intent): Promise<void> {
    return this.#write([intent], [])
  }

  /** Removes an intent, with all changes so far. If the store fails, the next start settles it once more. */
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
