import { tmpdir } from 'node:os'

/**
 * The folder for the temporary folders of tests that write and sync many small files: one in memory if the
 * system has it (Linux), otherwise the usual one.
 */
export const memoryFolder: string = process.platform === 'linux' ? '/dev/shm' : tmpdir()
