import { errorCodeOf, nodeFiles } from '@parley/files'
import type { Io } from '../io/io.ts'
import { typedPath } from '../io/typed-path.ts'
import type { BodyTarget } from './body-target.ts'

/**
 * Creates or opens a file at once, so that nothing is sent whose response could not be written. A new file is
 * deleted if no response arrives; an existing file is truncated only when a response begins.
 * @param mayOverwrite - whether an existing file may be overwritten; a device or a pipe always takes what is written
 * @throws errors of the system
 */
export async function openFileTarget(
  typed: string,
  io: Pick<Io, 'cwd'>,
  mayOverwrite: boolean,
): Promise<BodyTarget> {
  const path = typedPath(io, typed)
  const { file, isNew } = await openForWriting(path, mayOverwrite)
  let isBegun = false
  let sizeBytes = 0
  return {
    name: typed,
    isStandardOutput: false,
    mayShow: false,
    async begin() {
      // A device or a pipe cannot be truncated.
      if ((await file.info()).kind === 'file') await file.truncate(0)
      isBegun = true
    },
    async write(bytes) {
      await file.write(bytes)
      sizeBytes += bytes.byteLength
    },
    async close() {
      await file.close()
      if (isNew && !isBegun) await nodeFiles.removeFile(path)
    },
    kept: () => (isBegun ? { kind: 'file', path: typed, sizeBytes } : null),
  }
}

async function openForWriting(path: string, mayOverwrite: boolean) {
  try {
    return { file: await nodeFiles.open(path, 'createNew', 0o666), isNew: true }
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
    if (!mayOverwrite && (await nodeFiles.info(path))?.kind !== 'other') throw error
    return { file: await nodeFiles.open(path, 'writeExisting'), isNew: false }
  }
}
