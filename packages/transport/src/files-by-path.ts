import type { Files } from '@parley/engine'
import { nodeFiles, type OpenFile } from '@parley/files'
import { failed, ok, type Result, type SendFailure } from '@parley/model'

/** Files that requests may name, and access to their content. */
export interface OpenableFiles extends Files {
  /**
   * Opens a file to send it. It fails like `lengthBytes`, and may also fail for a file whose length was read
   * before.
   */
  open(filePath: string): Promise<Result<OpenFile, SendFailure>>
}

/**
 * Gives access to every file that this account may read, by its path from the working folder. Only for a host
 * whose user names each path, not for requests that came with a file or from elsewhere. Anything without a
 * length (a folder, a pipe, a device) is refused.
 */
export const filesByPath: OpenableFiles = {
  async open(filePath) {
    try {
      // Opening a pipe would wait for its writer.
      if ((await nodeFiles.info(filePath))?.kind !== 'file') return notRead(filePath)
      return ok(await nodeFiles.open(filePath, 'read'))
    } catch {
      return notRead(filePath)
    }
  },
  lengthBytes: filePath => lengthOf(filesByPath, filePath),
}

/** Returns the length of a file by opening it, which proves that the file is readable. */
export async function lengthOf(
  files: Pick<OpenableFiles, 'open'>,
  filePath: string,
): Promise<Result<number, SendFailure>> {
  const opened = await files.open(filePath)
  if (!opened.ok) return opened
  try {
    return ok((await opened.value.info()).sizeBytes)
  } catch {
    return notRead(filePath)
  } finally {
    await opened.value.close()
  }
}

function notRead(filePath: string): Result<never, SendFailure> {
  return failed({
    kind: 'file',
    code: 'FILE_NOT_READ',
    step: 'prepare',
    address: '',
    subject: filePath,
    elapsedMs: 0,
  })
}
