import type { LibraryBranch, LibraryTree } from '@parley/server/contract'

/** A collection or folder that a request can be saved in. */
export interface Destination {
  readonly id: string
  /** Names, the collection's first. */
  readonly path: readonly string[]
}

/** All of a library, in the order of its tree. */
export function destinationsOf({ collections }: LibraryTree): readonly Destination[] {
  const below = (branch: LibraryBranch, above: readonly string[]): readonly Destination[] => {
    const path = [...above, branch.name]
    const folders = branch.children.flatMap(child => (child.kind === 'folder' ? below(child, path) : []))
    return [{ id: branch.id, path }, ...folders]
  }
  return collections.flatMap(collection => below(collection, []))
}
