import { errorCodeOf, nodeFiles } from '@parley/files'
import type { BodyTarget } from './body-target.ts'

/**
 * A file that is made, or opened, at once, so that nothing is sent whose answer has no place to go. A new
 * one is removed where no response came; an old one is emptied only when a response begins.
 * @param mayOverwrite whether a file that exists may be written over
 * @throws errors of the system
 */
export async function openFileTarget(path: string, mayOverwrite: boolean): Promise<BodyTarget> {
  const { file, isNew } = await openForWriting(path, mayOverwrite)
  let isBegun = false
  let sizeBytes = 0
  return {
    name: path,
    isStandardOutput: false,
    mayShow: false,
    async begin() {
      // A device or a pipe has nothing to empty.
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
    kept: () => (isBegun ? { kind: 'file', path, sizeBytes } : null),
  }
}

async function openForWriting(path: string, mayOverwrite: boolean) {
  try {
    return { file: await nodeFiles.open(path, 'createNew', 0o666), isNew: true }
  } catch (error) {
    if (!mayOverwrite || errorCodeOf(error) !== 'EEXIST') throw error
    return { file: await nodeFiles.open(path, 'writeExisting'), isNew: false }
  }
}
