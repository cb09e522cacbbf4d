import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockedPackage } from './locked-packages.ts'
import { filesBelow } from './program-files.ts'

/** The file of a package that lists all others, with their hashes and licences. */
const contentsFile = 'CONTENTS.txt'

const introduction = (node: LockedPackage | null) => `Contents of this package of Parley

Parley has the MIT licence (dist/LICENSE.txt). The licences of packages that are part of its files are in the files
THIRD-PARTY-NOTICES.txt of the command line, the server, the window and the page, all below dist. ${node === null ? 'It contains neither\nNode.js nor native parts.' : nativeParts(node)}

SHA-256, bytes, licence and name of each file:

`

const nativeParts = (node: LockedPackage) => `The licences of
packages with native parts are in their folders below node_modules. The package also has Node.js ${node.version},
whose licences, and those of what it contains, are in NODE-LICENSE.txt.`

/**
 * Writes the list of the files in a folder.
 * @param native the packages with native parts that are among them
 * @param node the package with the Node that goes with them; null if none does
 */
export function writeContentsList(
  folder: string,
  native: readonly LockedPackage[],
  node: LockedPackage | null,
): void {
  const lines = filesBelow(folder).map(({ path, sizeBytes, sha256 }) => {
    const owner = native.find(({ name }) => path.startsWith(`node_modules/${name}/`))
    return `${sha256}  ${String(sizeBytes).padStart(9)}  ${owner?.license ?? licenceOf(path)}  ${path}\n`
  })
  writeFileSync(join(folder, contentsFile), introduction(node) + lines.join(''))
}

function licenceOf(path: string): string {
  if (path === 'NODE-LICENSE.txt') return 'MIT and others'
  // What is bundled into a file keeps its licence.
  return /\.(?:js|wasm|image|css|br|gz|mjs)$/.test(path) ? 'MIT and others' : 'MIT'
}
