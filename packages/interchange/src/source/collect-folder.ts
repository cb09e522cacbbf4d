import { join } from 'node:path'
import type { FolderFile } from '@parley/convert'
import { errorCodeOf, type FileSystem } from '@parley/files'
import { failed, maximumFolderDepth, ok, type Result } from '@parley/model'
import { type ImportRefusal, sourceNotRead, sourceTooLarge, tooManyFiles } from '../import-failure.ts'
import { type SourceLimits, sourceLimits } from './source-limits.ts'

/** What is never a part of a collection; `.env` files hold secrets and are never read (spec 4.8). */
function isSkipped(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/**
 * Reads a file, or all files of a folder. Links are not followed, hidden files and `node_modules` not read.
 * Paths of the files begin below the folder.
 */
export async function collectFolder(
  files: FileSystem,
  path: string,
  name: string,
  limits: SourceLimits = sourceLimits,
): Promise<Result<readonly FolderFile[], ImportRefusal>> {
  const found: FolderFile[] = []
  let [roomBytes, roomFiles] = [limits.totalBytes, limits.files]
  const take = async (absolute: string, relative: string): Promise<ImportRefusal | null> => {
    const info = await files.info(absolute)
    const sizeBytes = info?.sizeBytes ?? 0
    if (sizeBytes > roomBytes) return sourceTooLarge(relative, limits.totalBytes)
    if (roomFiles === 0) return tooManyFiles(name, limits.files)
    // A file that is itself refused for its size is told so by the importer, and holds up none of the others.
    found.push({ path: relative, bytes: await files.read(absolute) })
    roomBytes -= sizeBytes
    roomFiles -= 1
    return null
  }
  const visit = async (folder: string, below: string, depth: number): Promise<ImportRefusal | null> => {
    const entries = (await files.list(folder)).toSorted((one, other) => (one.name < other.name ? -1 : 1))
    for (const entry of entries) {
      if (isSkipped(entry.name)) continue
      const [absolute, relative] = [join(folder, entry.name), below + entry.name]
      const refusal =
        entry.kind === 'folder' && depth < maximumFolderDepth
          ? await visit(absolute, `${relative}/`, depth + 1)
          : entry.kind === 'file'
            ? await take(absolute, relative)
            : null
      if (refusal !== null) return refusal
    }
    return null
  }
  try {
    const info = await files.info(path)
    const refusal = info?.kind === 'folder' ? await visit(path, '', 1) : await take(path, name)
    return refusal === null ? ok(found) : failed(refusal)
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === '') throw error
    return failed(sourceNotRead(name, code))
  }
}
