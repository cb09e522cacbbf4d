import type { Files } from '@parley/engine'
import { failed } from '@parley/model'

/**
 * No file at all. A request may have come from elsewhere, and the path it names gives no right to the
 * file: only a file that the user picks may be sent, and the page offers no picking yet.
 */
export const noPickedFiles: Files = {
  lengthBytes: async filePath =>
    failed({
      kind: 'file',
      code: 'FILE_NOT_PICKED',
      step: 'prepare',
      address: '',
      subject: filePath,
      elapsedMs: 0,
    }),
}
