import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the path of a new file with this many zero bytes, which take no space on the disk. */
export function sparseFile(folder: string, bytes: number): string {
  const path = join(folder, String(bytes))
  const file = openSync(path, 'w')
  ftruncateSync(file, bytes)
  closeSync(file)
  return path
}
