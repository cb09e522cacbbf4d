import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** The path of a new file of so many bytes, all zero, which take no room on the disk. */
export function sparseFile(folder: string, bytes: number): string {
  const path = join(folder, String(bytes))
  const file = openSync(path, 'w')
  ftruncateSync(file, bytes)
  closeSync(file)
  return path
}
