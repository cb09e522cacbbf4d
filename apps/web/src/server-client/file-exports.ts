import type { ExportInput } from '@parley/server/contract'
import { fileSaver } from './file-saver.ts'
import type { ServerClient } from './server-client.ts'

/** Files that the server makes for a window and the browser saves. */
export interface FileExports {
  /** Starts making a file; an event reports when it is ready. */
  start(exportId: string, source: ExportInput): Promise<unknown>
  /** Saves a finished file with the browser. */
  save(exportId: string): Promise<void>
}

/** The exports of a window. */
export function createFileExports(
  calls: Pick<ServerClient['exports'], 'start' | 'mintTicket'>,
  windowId: string,
): FileExports {
  return {
    start: (exportId, source) => calls.start({ windowId, exportId, source }),
    save: async exportId => fileSaver().saveFrom((await calls.mintTicket({ windowId, exportId })).path),
  }
}
