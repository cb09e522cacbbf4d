import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { root } from '../run-program.mjs'

/** It examines regular expressions, takes 6 MB, and only `npm run test:all` needs it. */
const recheck = { name: 'recheck', version: '4.5.0', file: 'lib/browser.js' }

/** The types of k6, against which load tests are checked. */
const k6Types = { name: '@types/k6', version: '2.3.0', file: 'index.d.ts' }

/**
 * Installs recheck without its parts in Java.
 * @returns the folder that it can be loaded from; null if it cannot be installed
 */
export function findOrInstallRecheck() {
  return findOrInstall(recheck)
}

/** Installs the types of k6, if they can be installed. */
export function findOrInstallK6Types() {
  return findOrInstall(k6Types)
}

/** Installs a package below `build`, outside of what `npm install` brings, if it is not there. */
function findOrInstall({ name, version, file }) {
  const folder = `${root}/build/tools/${name}-${version}`
  if (existsSync(`${folder}/node_modules/${name}/${file}`)) return folder
  const npm = process.env.npm_execpath
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, '{ "private": true }\n')
  const options = ['--no-save', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund']
  const { status } = spawnSync(program, [...first, 'install', ...options, `${name}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return status === 0 ? folder : null
}
