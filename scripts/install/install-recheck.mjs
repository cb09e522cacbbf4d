import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { root } from '../run-program.mjs'

/** It examines regular expressions, takes 6 MB, and only `npm run test:all` needs it. */
const name = 'recheck'
const version = '4.5.0'

/**
 * Installs recheck below `build`, outside of what `npm install` brings, without its parts in Java.
 * @returns the folder that it can be loaded from; null if it cannot be installed
 */
export function findOrInstallRecheck() {
  const folder = `${root}/build/tools/${name}-${version}`
  if (existsSync(`${folder}/node_modules/${name}/lib/browser.js`)) return folder
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
