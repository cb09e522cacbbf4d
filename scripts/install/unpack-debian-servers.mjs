import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { root } from '../run-program.mjs'

/** Programs of Debian below `build/tools`, each with the libraries that systems without them lack. */
const sets = {
  'web-servers': {
    marker: 'usr/sbin/nginx',
    programs: ['nginx', 'apache2-bin', 'haproxy'],
    libraries: ['libapr1', 'libaprutil1', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'],
  },
  proxies: {
    marker: 'usr/sbin/squid',
    programs: ['squid-openssl', 'squid-common', 'squid-langpack', 'tinyproxy-bin', 'microsocks'],
    libraries: ['libecap3', 'libnetfilter-conntrack3', 'libnfnetlink0', 'libltdl7'],
  },
}

/** Unpacks servers of Debian below `build`, if possible. They are not installed, as their packages would start them as services. */
export function unpackDebianServers() {
  for (const [name, set] of Object.entries(sets)) unpack(`${root}/build/tools/${name}`, set)
}

function unpack(folder, { marker, programs, libraries }) {
  const program = '/usr/bin/apt-get'
  if (existsSync(`${folder}/root/${marker}`) || !existsSync(program)) return
  mkdirSync(folder, { recursive: true })
  process.stderr.write(`Fetching ${[...programs, ...libraries].join(', ')} with apt-get.\n`)
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
  const fetch = () => spawnSync(program, ['-q', 'download', ...programs, ...libraries], options).status === 0
  // The list of packages may be missing, or older than the versions that there are.
  if (!fetch() && !(updateLists(program) && fetch())) return
  for (const name of readdirSync(folder).filter(one => one.endsWith('.deb')))
    spawnSync('dpkg', ['-x', name, 'root'], options)
}

function updateLists(program) {
  if (process.getuid?.() !== 0) return false
  return spawnSync(program, ['-q', 'update'], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
