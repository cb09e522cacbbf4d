import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { root } from '../run-program.mjs'

/** The servers, and the libraries that systems without them lack. */
const packages = [
  ['nginx', 'apache2-bin', 'haproxy'],
  ['libapr1', 'libaprutil1', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'],
].flat()
const folder = `${root}/build/tools/web-servers`

/** Unpacks web servers of Debian below `build`, if possible. They are not installed, as their packages would start them as services. */
export function unpackWebServers() {
  const program = '/usr/bin/apt-get'
  if (existsSync(`${folder}/root/usr/sbin/nginx`) || !existsSync(program)) return
  mkdirSync(folder, { recursive: true })
  process.stderr.write(`Fetching ${packages.join(', ')} with apt-get.\n`)
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
  if (spawnSync(program, ['-q', 'download', ...packages], options).status !== 0) return
  for (const name of readdirSync(folder).filter(one => one.endsWith('.deb')))
    spawnSync('dpkg', ['-x', name, 'root'], options)
}
