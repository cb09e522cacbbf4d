import { type LibraryChanges, type LibraryTree, libraryChanges } from '../contract/index.ts'

/** A window that missed more changes than this reads the whole tree. */
const maxTrees = 100

/** The latest trees that windows read. Unchanged parts are shared between them. */
export class LatestTrees {
  readonly #trees = new Map<string, LibraryTree>()

  /** Adds a tree and returns it. */
  add(tree: LibraryTree): LibraryTree {
    this.#trees.set(tree.revision, tree)
    const [oldest] = this.#trees.keys()
    if (oldest !== undefined && this.#trees.size > maxTrees) this.#trees.delete(oldest)
    return tree
  }

  /**
   * Returns the difference between a tree and an earlier one; null if the earlier one is not among the
   * latest.
   */
  changes(since: string, tree: LibraryTree): LibraryChanges | null {
    const before = this.#trees.get(since)
    return before === undefined ? null : libraryChanges(before, tree)
  }
}
