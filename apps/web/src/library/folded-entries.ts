import { type RememberedTexts, rememberedIds } from '../window/page-memory.ts'

/** So that entries which are long gone do not fill the storage. */
const mostKept = 5_000

/**
 * Remembers on this device which collections and folders of all workspaces are folded, and which requests show their
 * examples, by their IDs.
 */
export class FoldedEntries {
  readonly #memory: RememberedTexts

  constructor(memory: RememberedTexts) {
    this.#memory = memory
  }

  read(): ReadonlySet<string> {
    return new Set(rememberedIds(this.#memory, 'folded'))
  }

  /** Other windows may have folded entries since the last read. */
  set(ids: readonly string[], isFolded: boolean): void {
    const changed = new Set(ids)
    const others = [...this.read()].filter(id => !changed.has(id))
    const kept = isFolded ? [...others, ...changed] : others
    this.#memory.setItem('folded', JSON.stringify(kept.slice(-mostKept)))
  }
}
