import { join } from 'node:path'
import { type FolderFile, isNeverImported } from '@parley/convert'
import { errorCodeOf, type FileSystem } from '@parley/files'
import { failed, maximumFolderDepth, ok, type Result } from '@parley/model'
import { type ImportRefusal, sourceNotRead, sourceTooLarge, tooManyFiles } from '../import-failure.ts'
import { type SourceLimits, sourceLimits } from './source-limits.ts'

/**
 * Reads a file, or all files of a folder. Links are not followed; hidden files and `node_modules` are
 * skipped. Paths of the files are relative to the folder.
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
    // The importer reports a file that is too large by itself, which does not affect the others.
    const bytes =
      info?.kind === 'other' ? await readAtMost(files, absolute, roomBytes) : await files.read(absolute)
    if (bytes === null) return sourceTooLarge(relative, limits.totalBytes)
    found.push({ path: relative, bytes })
    roomBytes -= bytes.byteLength
    roomFiles -= 1
    return null
  }
  const visit = async (folder: string, below: string, depth: number): Promise<ImportRefusal | null> => {
    const entries = (await files.list(folder)).toSorted((one, other) => (one.name < other.name ? -1 : 1))
    for (const entry of entries) {
      if (isNeverImported(entry.name)) continue
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

/** Reads a pipe or device, which has no size and may be endless; null if it exceeds the limit. */
async function readAtMost(
  files: FileSystem,
  path: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of files.stream(path)) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
