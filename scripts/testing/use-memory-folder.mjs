import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'

const memoryFolder = '/dev/shm'
const neededBytes = 4 * 1024 ** 3

/**
 * Lets tests make their temporary files in memory where the system has room for it, because they would wait
 * for the disk for half of their time. The files are removed at the end of this process.
 */
export function useMemoryFolder() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return
  const folder = mkdtempSync(`${memoryFolder}/parley-test-`)
  // Servers that drop the rights of root still read their files there.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= neededBytes
  } catch {
    // Systems other than Linux have no such folder.
    return false
  }
}
