import { errorCodeOf } from './file-system.ts'

/** Returns whether a process of this machine is running, of any user. */
export function isProcessRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return errorCodeOf(error) === 'EPERM'
  }
}
