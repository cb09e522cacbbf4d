import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the path of the list of what a package contains, which is next to the package. */
export const contentsPath = (path: string): string => `${path}.contents.txt`

/**
 * Writes the list of what a package contains next to it: SHA-256, bytes and name of each file, as they are installed.
 * @param folder the files of the package
 */
export function writePackageContents(folder: string, path: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const lines = names.flatMap(name => {
    const info = lstatSync(join(folder, name))
    if (info.isDirectory()) return []
    if (info.isSymbolicLink())
      return [`${'link'.padEnd(64)}  ${' '.repeat(10)}  ${name} -> ${readlinkSync(join(folder, name))}\n`]
    const content = readFileSync(join(folder, name))
    const sha256 = createHash('sha256').update(content).digest('hex')
    return [`${sha256}  ${String(content.byteLength).padStart(10)}  ${name}\n`]
  })
  writeFileSync(contentsPath(path), lines.join(''))
}
