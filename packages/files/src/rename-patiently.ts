import { setTimeout as wait } from 'node:timers/promises'
import { errorCodeOf, type FileSystem } from './file-system.ts'

/** The codes that Windows returns while a virus scanner or an indexer briefly holds the file. */
const passingCodes = ['EPERM', 'EBUSY', ...(process.platform === 'win32' ? ['EACCES'] : [])]

const pausesMs = [5, 10, 20, 40, 80, 160, 320]

/** {@link FileSystem.rename}, retried for less than a second while another program holds the file. */
export async function renamePatiently(files: FileSystem, from: string, to: string): Promise<void> {
  for (const pauseMs of pausesMs) {
    try {
      return await files.rename(from, to)
    } catch (error) {
      if (!passingCodes.includes(errorCodeOf(error))) throw error
    }
    await wait(pauseMs)
  }
  await files.rename(from, to)
}
