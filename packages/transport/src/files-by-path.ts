import type { Files } from '@parley/engine'
import { nodeFiles } from '@parley/files'
import { failed, ok, type Result, type SendFailure } from '@parley/model'

/**
 * Every file that this account may read, by its path from the working folder. Only for a host whose
 * user names each path: not for requests that came with a file or from elsewhere. What has no length
 * (a folder, a pipe, a device) is refused.
 */
export const filesByPath: Files = {
  async lengthBytes(filePath): Promise<Result<number, SendFailure>> {
    try {
      const found = await nodeFiles.info(filePath)
      if (found?.kind !== 'file' || !(await nodeFiles.isReadable(filePath))) return notRead(filePath)
      return ok(found.sizeBytes)
    } catch {
      return notRead(filePath)
    }
  },
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
