import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the repository, with a slash at its end. */
export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Folders with files that nobody wrote. */
const made = ['node_modules', 'dist', 'build']

/** Paths of all sources of the product, without tests and what serves them, in alphabetical order. */
export function productSources(): readonly string[] {
  return globSync('{apps,packages}/**/*.{ts,tsx}', {
    cwd: repository,
    exclude: path => made.some(folder => path.split('/').includes(folder)),
  })
    .filter(path => !/\.(test|slow|testkit|d)\.tsx?$|\/(golden|fixtures)\/|^packages\/testkit\//.test(path))
    .toSorted()
}
