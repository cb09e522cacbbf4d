import type { TextStorage } from '../workbench/settings/layout.ts'

const storageKey = 'parley-folded'
/** So that entries which are long gone do not fill the storage. */
const mostKept = 5_000

/**
 * Remembers on this device which collections and folders of all workspaces are folded, and which requests show their
 * examples, by their IDs.
 */
export class FoldedEntries {
  readonly #storage: TextStorage

  constructor(storage: TextStorage) {
    this.#storage = storage
  }

  read(): ReadonlySet<string> {
    try {
      const kept: unknown = JSON.parse(this.#storage.getItem(storageKey) ?? '[]')
      return new Set(Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : [])
    } catch {
      return new Set()
    }
  }

  /** Other windows may have folded entries since the last read. */
  set(ids: readonly string[], isFolded: boolean): void {
    const changed = new Set(ids)
    const others = [...this.read()].filter(id => !changed.has(id))
    const kept = isFolded ? [...others, ...changed] : others
    try {
      this.#storage.setItem(storageKey, JSON.stringify(kept.slice(-mostKept)))
    } catch {
      // If the storage is full or forbidden, only this is not remembered.
    }
  }
}
