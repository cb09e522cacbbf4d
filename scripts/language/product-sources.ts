import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the repository, with a slash at its end. */
export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Paths of all sources of the product, without tests and what serves them, in alphabetical order. */
export function productSources(): readonly string[] {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'packages'], {
    cwd: repository,
    encoding: 'utf8',
  })
  return list
    .split('\n')
    .filter(
      path =>
        /\.tsx?$/.test(path) &&
        !/\.(test|slow|testkit|d)\.tsx?$|\/(golden|fixtures)\/|^packages\/testkit\//.test(path),
    )
    .filter(path => existsSync(`${repository}${path}`))
    .toSorted()
}
