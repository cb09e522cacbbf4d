import { hash } from 'node:crypto'
import { join } from 'node:path'
import { errorCodeOf, type FileInfo, type FileSystem } from '@parley/files'
import { foldersOf, type ProgramManifest } from './program-manifest.ts'

/**
 * Returns whether a folder has exactly the files of a program, with their content, and belongs to this user alone.
 * Code from the folder is executed, so a file more than these counts as damage, as does a link.
 */
export async function isIntact(
  files: FileSystem,
  folder: string,
  program: ProgramManifest,
): Promise<boolean> {
  try {
    return await hasExactly(files, folder, program)
  } catch (error) {
    // Something of another kind is there, or another start moves it at this moment.
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'].includes(errorCodeOf(error))) return false
    throw error
  }
}

async function hasExactly(files: FileSystem, folder: string, program: ProgramManifest): Promise<boolean> {
  const folders = foldersOf(program.files)
  const own = await files.linkInfos([folder, ...folders.map(path => join(folder, path))])
  if (!own.every(info => info?.kind === 'folder' && isOwn(info))) return false
  const names = await Promise.all(['', ...folders].map(path => files.list(join(folder, path))))
  const count = names.reduce((sum, entries) => sum + entries.length, 0)
  if (count !== folders.length + program.files.length) return false
  return hasContent(files, folder, program)
}

/** Whether a file or folder belongs to this user, and no other one may use it. */
export function isOwn(info: FileInfo): boolean {
  // Windows gives each user's folders only to that user, and has no such modes.
  if (process.getuid === undefined) return true
  return info.ownerId === process.getuid() && (info.mode & 0o077) === 0
}

async function hasContent(files: FileSystem, folder: string, program: ProgramManifest): Promise<boolean> {
  const largest = Math.max(...program.files.map(({ sizeBytes }) => sizeBytes))
  const paths = program.files.map(({ path }) => join(folder, path))
  const heads = await files.readHeads(paths, largest)
  return program.files.every(({ sizeBytes, sha256 }, index) => {
    const head = heads[index] ?? null
    return head !== null && head.info.sizeBytes === sizeBytes && hash('sha256', head.bytes) === sha256
  })
}
