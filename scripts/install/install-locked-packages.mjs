import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { root } from '../run-program.mjs'

/** Servers and clients that other projects publish, and one of them that shows that the lockfile's packages are there. */
export const realServerPackages = ['real-servers', '@modelcontextprotocol/inspector/package.json']

/** Returns the folder with the packages of `tests/NAME/package-lock.json`; null if they are not installed. */
export function findPackages(name, marker) {
  const packages = `${root}/build/tools/${name}/node_modules`
  return existsSync(`${packages}/${marker}`) ? packages : null
}

/**
 * Installs the packages of `tests/NAME/package-lock.json` below `build`, outside of what `npm install` brings.
 * @param marker - a file of the packages that is there once they are
 * @returns the folder with the packages; null if they cannot be installed
 */
export function findOrInstallPackages(name, marker) {
  const found = findPackages(name, marker)
  if (found !== null) return found
  const folder = `${root}/build/tools/${name}`
  const npm = process.env.npm_execpath
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(`${root}/tests/${name}/${file}`, `${folder}/${file}`)
  const { status } = spawnSync(program, [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return status === 0 ? findPackages(name, marker) : null
}
