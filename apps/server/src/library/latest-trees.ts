import { type LibraryChanges, type LibraryTree, libraryChanges } from '../contract/index.ts'

/** A window that missed more than so many changes reads the whole tree. */
const most = 100

/** The trees that windows were given last. They share all that they have in common. */
export class LatestTrees {
  readonly #trees = new Map<string, LibraryTree>()

  /** Remembers a tree, and returns it. */
  add(tree: LibraryTree): LibraryTree {
    this.#trees.set(tree.revision, tree)
    const [oldest] = this.#trees.keys()
    if (oldest !== undefined && this.#trees.size > most) this.#trees.delete(oldest)
    return tree
  }

  /** How a tree differs from an earlier one; null where that one is not remembered. */
  changes(since: string, tree: LibraryTree): LibraryChanges | null {
    const before = this.#trees.get(since)
    return before === undefined ? null : libraryChanges(before, tree)
  }
}
