import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { root } from '../run-program.mjs'

/**
 * Installs the command lines of other clients below `build`, outside of what `npm install` brings, in the versions of
 * `tests/peers/package-lock.json`.
 * @returns the folder with their packages; null if they cannot be installed
 */
export function findOrInstallPeers() {
  const folder = `${root}/build/tools/peers`
  const packages = `${folder}/node_modules`
  if (existsSync(`${packages}/newman/bin/newman.js`)) return packages
  const npm = process.env.npm_execpath
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(`${root}/tests/peers/${name}`, `${folder}/${name}`)
  const { status } = spawnSync(program, [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return status === 0 ? packages : null
}
