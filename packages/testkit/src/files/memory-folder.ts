import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'

/**
 * The folder for the temporary folders of tests that write and sync many small files: one in memory if the
 * system has it (Linux), otherwise the usual one.
 */
export const memoryFolder: string = isWritable('/dev/shm') ? '/dev/shm' : tmpdir()

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
