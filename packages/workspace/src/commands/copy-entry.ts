import { join } from 'node:path'
import { errorCodeOf, isTakenError, moveToNew, removeTree, temporaryFileName } from '@parley/files'
import { failed, ok, type Result } from '@parley/model'
import { copyTree } from '../trash/copy-tree.ts'
import { parentPath } from '../tree/workspace-path.ts'
import { fileChanged, notFound, notWritten, type WorkspaceFailure } from '../workspace-failure.ts'
import type { CommandParts } from './command-parts.ts'

type Done<Value> = Promise<Result<Value, WorkspaceFailure>>

/** Copies an entry to a path that must be free, with new IDs and the values of its secrets. */
export function copyEntry(parts: CommandParts, path: string, copy: string, name: string): Done<string> {
  const { known, documents, journal } = parts
  const files = known.filePaths(path)
  const copies = files.map(from => {
    const id = known.identities.create(copy + from.slice(path.length))
    return { from, id }
  })
  const ids = copies.map(({ id }) => id)
  return journal.during({ kind: 'create', path: copy, ids, copyOf: path, name }, async () => {
    for (const { from, id } of copies) {
      const copied = await documents.copySecrets(from, id)
      if (!copied.ok) return copied
    }
    const placed = await placeCopy(parts, path, copy)
    return placed.ok ? finishCopy(parts, path, copy, name) : placed
  })
}

/** Copies into a temporary folder first, so that the copy appears in one step and never half-done. */
async function placeCopy({ known }: CommandParts, path: string, copy: string): Done<void> {
  const parent = parentPath(copy)
  const partial = join(known.absolute(parent), temporaryFileName())
  try {
    await copyTree(known.files, known.absolute(path), partial)
    await moveToNew(known.files, partial, known.absolute(copy))
    await known.files.syncFolder(known.absolute(parent))
  } catch (error) {
    if (errorCodeOf(error) === '') throw error
    // A later sweep removes remaining files; the first error is the one to report.
    await removeTree(known.files, partial).catch(() => {})
    return failed(isTakenError(error) ? fileChanged(copy) : notWritten(copy, errorCodeOf(error)))
  }
  await known.scanAfterOwnChange([copy], [parent])
  return ok(undefined)
}

/** Renames a finished copy and moves it behind its original. Resolves to its path. */
export async function finishCopy(
  { known, edits, layout, list }: Pick<CommandParts, 'known' | 'edits' | 'layout' | 'list'>,
  path: string,
  copy: string,
  name: string,
): Done<string> {
  const isCollection = known.entry(path)?.kind === 'collection'
  // The tree has a collection in a deeper folder only once it is listed.
  if (isCollection) await list.follow({ from: null, to: copy })
  const made = known.entry(copy)
  if (made === undefined) return failed(notFound(copy))
  const named = await edits.edit(copy, { name })
  if (!named.ok) return named
  if (isCollection) await list.follow({ from: copy, to: copy })
  if (made.kind !== 'folder' && made.kind !== 'request') return ok(copy)
  const siblings = layout.itemsOf(parentPath(copy))
  return layout.order(copy, siblings.findIndex(one => one.path === path) + 1)
}
