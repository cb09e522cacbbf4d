import type { LibraryNode } from '@parley/server/contract'
import { findEntry } from './find-entry.ts'
import type { Library } from './library.ts'

/** Folds all folders in collections, which are new, so that each shows what it has at its top. */
export async function foldFolders(
  library: Pick<Library, 'refresh' | 'fold'>,
  collectionIds: readonly string[],
): Promise<void> {
  const tree = await library.refresh().catch(() => null)
  const folders = collectionIds.flatMap(id => foldersBelow(findEntry(tree, id)?.node))
  if (folders.length > 0) library.fold(folders)
}

function foldersBelow(node: LibraryNode | undefined): readonly string[] {
  if (node === undefined || node.kind === 'request') return []
  return node.children.flatMap(child => (child.kind === 'request' ? [] : [child.id, ...foldersBelow(child)]))
}
