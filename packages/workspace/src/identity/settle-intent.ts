import { join } from 'node:path'
import { errorCodeOf, type FileInfo, type FileSystem } from '@parley/files'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { Trash } from '../trash/trash.ts'
import { nameInPath, parentPath } from '../tree/workspace-path.ts'
import type { Identities } from './identities.ts'
import type { Intent, MoveIntent, RemoveIntent, RestoreIntent } from './intent.ts'

/** The stores and files that settling uses. */
export interface SettleParts {
  readonly files: FileSystem
  readonly identities: Identities
  readonly secrets: SecretStore
  readonly trash: Trash
  /** Returns the system path of a workspace path. */
  absolute(path: string): string
}

/**
 * Compares an interrupted command with the disk, finishes or undoes it, and updates IDs and secrets to match
 * the files. May be repeated. Resolves to whether the intent was carried out.
 */
export async function settleIntent(parts: SettleParts, intent: Intent): Promise<boolean> {
  const isDone = await isCarriedOut(parts, intent)
  if (!isDone) {
    await undoIntent(parts, intent)
    return false
  }
  if (intent.kind === 'move') parts.identities.move(intent.from, intent.to)
  if (intent.kind === 'restore') parts.identities.put(intent.entries)
  return true
}

/** Forgets the new IDs and secrets of files that were never created. */
export async function undoIntent({ identities, secrets }: SettleParts, intent: Intent): Promise<void> {
  if (intent.kind !== 'create') return
  identities.drop(intent.ids)
  // An unused secret is invisible to the user, so a failure to remove it does not matter.
  for (const id of intent.ids) await secrets.write(id, new Map()).catch(() => {})
}

function isCarriedOut(parts: SettleParts, intent: Intent): Promise<boolean> {
  switch (intent.kind) {
    case 'create':
      return isThere(parts, intent.path)
    case 'move':
      return isMoved(parts, intent)
    case 'remove':
      return isRemoved(parts, intent)
    case 'restore':
      return isRestored(parts, intent)
  }
}

async function isThere(parts: SettleParts, path: string): Promise<boolean> {
  const info = await parts.files.linkInfo(parts.absolute(path))
  if (info === null) return false
  if (!isPlaceholder(info)) return true
  await parts.files.removeFile(parts.absolute(path))
  return false
}

async function isMoved(parts: SettleParts, { from, to }: MoveIntent): Promise<boolean> {
  if (from === to || !(await hasName(parts, to))) return from === to
  if (!(await hasName(parts, from))) return true
  const [source, target] = [parts.absolute(from), parts.absolute(to)]
  const [old, moved] = await parts.files.linkInfos([source, target])
  if (old?.kind !== 'file') return false
  if (old.identity === moved?.identity) {
    await parts.files.removeFile(source)
    return true
  }
  if (moved && isPlaceholder(moved)) await parts.files.removeFile(target)
  return false
}

/**
 * Compares the names in the folder, because a case-insensitive disk finds a file under a name in another
 * case.
 */
async function hasName({ files, absolute }: SettleParts, path: string): Promise<boolean> {
  try {
    const entries = await files.list(absolute(parentPath(path)))
    return entries.some(entry => entry.name === nameInPath(path))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error))) return false
    throw error
  }
}

/**
 * Returns whether a removal was carried out: the trash contains an entry only completely, so the rest in the
 * workspace is a copy.
 */
async function isRemoved(parts: SettleParts, { path, trashId }: RemoveIntent): Promise<boolean> {
  const { files, identities, trash, absolute } = parts
  const content = trash.contentPath(trashId)
  if ((await files.linkInfo(content)) === null) {
    // What was to be removed is still in the workspace.
    await trash.discard(trashId)
    return false
  }
  await removeCopies(files, absolute(path), content)
  for (const entry of identities.within(path))
    if ((await files.linkInfo(absolute(entry.path))) === null) identities.drop([entry.id])
  return (await files.linkInfo(absolute(path))) === null
}

async function isRestored(parts: SettleParts, { path, trashId }: RestoreIntent): Promise<boolean> {
  if (!(await isThere(parts, path))) return false
  if (!(await isCopied(parts.files, parts.trash.contentPath(trashId), parts.absolute(path)))) return false
  await parts.trash.discard(trashId)
  return true
}

/** Returns whether everything at a path, if anything, also exists at another path with the same bytes. */
async function isCopied(files: FileSystem, path: string, copy: string): Promise<boolean> {
  const [info, copied] = await files.linkInfos([path, copy])
  if (!info) return true
  if (info.kind !== copied?.kind) return false
  if (info.kind === 'file') return Buffer.compare(await files.read(path), await files.read(copy)) === 0
  for (const { name } of info.kind === 'folder' ? await files.list(path) : [])
    if (!(await isCopied(files, join(path, name), join(copy, name)))) return false
  return true
}

/**
 * Removes files that also exist in a copy with the same bytes; a different file was created later and is
 * kept.
 */
async function removeCopies(files: FileSystem, path: string, copy: string): Promise<void> {
  const [info, copied] = await files.linkInfos([path, copy])
  if (!info || info.kind !== copied?.kind) return
  if (info.kind === 'file') {
    if (await isCopied(files, path, copy)) await files.removeFile(path)
    return
  }
  if (info.kind !== 'folder') return
  for (const { name } of await files.list(path)) await removeCopies(files, join(path, name), join(copy, name))
  if ((await files.list(path)).length === 0) await files.removeFolder(path)
}

/** Parley writes no empty files: an empty file is the placeholder of a move on a disk without hard links. */
function isPlaceholder(info: FileInfo): boolean {
  return info.kind === 'file' && info.sizeBytes === 0
}
