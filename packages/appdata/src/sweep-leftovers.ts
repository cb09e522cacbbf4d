import { join } from 'node:path'
import { isProcessRunning, nodeFilesAtOnce } from '@parley/files'

/** `bodies-PID-UUID` and `picked-PID-UUID` folders and `open-PID-UUID.html` files. */
const leftover = /^(?:(?:bodies|picked)-(\d+)-[0-9a-f-]+|open-(\d+)-[0-9a-f-]+\.html)$/

/**
 * Deletes the bodies, picked files and opening files of processes that ended without deleting them. Those of
 * running processes, and those that cannot be deleted, are kept.
 */
export function sweepLeftovers(appDataFolder: string): void {
  for (const name of nodeFilesAtOnce.names(appDataFolder)) {
    const match = leftover.exec(name)
    const processId = Number(match?.[1] ?? match?.[2] ?? 0)
    if (processId === 0 || isProcessRunning(processId)) continue
    try {
      nodeFilesAtOnce.removeTree(join(appDataFolder, name))
    } catch {
      // Deleting is tried again at the next start.
    }
  }
}
