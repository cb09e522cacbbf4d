import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { writeContentsList } from './contents-list.ts'
import { pathsBelow } from './program-files.ts'
import { writeUpdatesFile } from './stage-program.ts'

/** What the registry shows of the package, from the manifest of the repository. */
const shownFields = [
  'name',
  'version',
  'description',
  'license',
  'type',
  'bin',
  'engines',
  'optionalDependencies',
] as const

/**
 * Makes the package of the command line with the page for npm, which brings the packages with native parts itself.
 * @param updatesAddress the address that Check for updates asks; empty: it has none
 * @returns the folder with what the package contains
 */
export function makeNpmPackage(
  paths: { readonly root: string; readonly work: string; readonly output: string },
  updatesAddress: string,
): string {
  const folder = join(paths.work, 'package')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const source = join(paths.root, 'apps/cli')
  cpSync(join(source, 'dist'), join(folder, 'dist'), { recursive: true })
  copyFileSync(join(paths.root, 'scripts/package/npm-readme.md'), join(folder, 'README.md'))
  copyFileSync(join(paths.root, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(source), null, 2)}\n`)
  if (updatesAddress !== '') writeUpdatesFile(folder, updatesAddress)
  writeContentsList(folder, [], null)
  // They must not depend on the umask of who builds it.
  for (const path of pathsBelow(folder))
    chmodSync(join(folder, path), path === 'dist/parley.js' ? 0o755 : 0o644)
  const options = ['--ignore-scripts', '--silent', '--pack-destination', paths.work]
  const name = execFileSync('npm', ['pack', folder, ...options], { cwd: paths.work, encoding: 'utf8' }).trim()
  rmSync(paths.output, { force: true })
  renameSync(join(paths.work, name), paths.output)
  return folder
}

/** Returns the manifest without what only the repository needs: it has all its packages within. */
function manifestOf(folder: string): object {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const shown = shownFields.map(name => [name, Reflect.get(Object(manifest), name)])
  return { ...Object.fromEntries(shown), publishConfig: { access: 'public' } }
}
