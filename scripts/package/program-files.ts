import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of a package. */
export interface ProgramFile {
  /** Relative to the folder of the program, with slashes. */
  readonly path: string
  readonly sizeBytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/**
 * Returns the files below a folder, sorted by their bytes, so that each machine lists them in the same order.
 * @throws an error for a link or anything else that is not a file or folder
 */
export function filesBelow(folder: string): readonly ProgramFile[] {
  return pathsBelow(folder).map(path => {
    const content = readFileSync(join(folder, path))
    return { path, sizeBytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') }
  })
}

/** Returns the paths of all files below a folder, sorted. */
export function pathsBelow(folder: string): readonly string[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = found.filter(path => {
    const info = lstatSync(join(folder, path))
    if (!info.isFile() && !info.isDirectory()) throw new Error(`${path} is neither a file nor a folder.`)
    return info.isFile()
  })
  return files.map(path => path.replaceAll('\\', '/')).sort()
}
