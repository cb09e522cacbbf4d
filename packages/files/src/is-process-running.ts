import { errorCodeOf } from './file-system.ts'

/** Whether a process of this machine runs, whoever owns it. */
export function isProcessRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return errorCodeOf(error) === 'EPERM'
  }
}
