import { existsSync } from 'node:fs'
import { run } from '../run-program.mjs'

/** Installs a Debian package if apt-get is available and permitted; otherwise does nothing. */
export async function installDebianPackage(name) {
  if (!existsSync('/usr/bin/apt-get')) return
  process.stderr.write(`Installing the package ${name} with apt-get.\n`)
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const install = async (...args) => {
    const [program, ...rest] = [...asRoot, 'apt-get', '-q', '-y', ...args]
    return run(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  await install('update')
  await install('install', '--no-install-recommends', name)
}
