import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** `bodies-PID-UUID` and `picked-PID-UUID` folders and `open-PID-UUID.html` files. */
const leftover = /^(?:(?:bodies|picked)-(\d+)-[0-9a-f-]+|open-(\d+)-[0-9a-f-]+\.html)$/

/**
 * Deletes the bodies, picked files and opening files of processes that ended without doing so themselves. Those of a
 * running process stay, and so does whatever cannot be deleted.
 */
export function sweepLeftovers(appDataFolder: string): void {
  for (const name of readdirSync(appDataFolder)) {
    const match = leftover.exec(name)
    const processId = Number(match?.[1] ?? match?.[2] ?? 0)
    if (processId === 0 || isRunning(processId)) continue
    try {
      rmSync(join(appDataFolder, name), { recursive: true, force: true })
    } catch {
      // It is tried again at the next start.
    }
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // EPERM: it runs and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
