import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../scripts/run-program.mjs'

/** A cache outside of every lock file of the project: `node_modules` is not part of it. */
const cache = join(root, 'node_modules/.cache/peers')

/**
 * The runners of other clients, with their arguments for the files of a case and the folder that they start
 * in.
 */
const known = [
  {
    name: 'newman',
    install: 'newman@6.2.2',
    program: 'newman/bin/newman.js',
    version: ['--version'],
    args: ({ postman }) => ['run', postman],
  },
  {
    name: 'bru (safe)',
    install: '@usebruno/cli@4.1.0',
    program: '@usebruno/cli/bin/bru.js',
    version: ['--version'],
    args: () => ['run', '--sandbox=safe'],
    folder: ({ bruno }) => bruno,
  },
  {
    name: 'bru (developer)',
    install: '@usebruno/cli@4.1.0',
    program: '@usebruno/cli/bin/bru.js',
    args: () => ['run', '--sandbox=developer'],
    folder: ({ bruno }) => bruno,
  },
  {
    name: 'hopp',
    install: '@hoppscotch/cli@0.31.4',
    program: '@hoppscotch/cli/bin/hopp.js',
    version: ['--ver'],
    args: ({ hoppscotch }) => ['test', hoppscotch],
  },
  {
    name: 'hopp (legacy)',
    install: '@hoppscotch/cli@0.31.4',
    program: '@hoppscotch/cli/bin/hopp.js',
    args: ({ hoppscotch }) => ['test', '--legacy-sandbox', hoppscotch],
  },
  {
    name: 'httpyac (no sandbox)',
    install: 'httpyac@6.16.7',
    program: 'httpyac/bin/httpyac.js',
    version: ['--version'],
    args: ({ http }) => ['send', '--all', basename(http)],
    folder: ({ http }) => dirname(http),
  },
]

/**
 * Returns the runners that are installed or can be installed from the registry, without their install
 * scripts, and the names of the others.
 */
export function installPeers() {
  const peers = []
  const missing = []
  for (const peer of known) {
    const folder = join(cache, peer.install.replace(/^@/, '').replace('/', '-'))
    const path = join(folder, 'node_modules', peer.program)
    const fault = existsSync(path) ? null : install(peer.install, folder)
    if (fault === null) peers.push({ ...peer, path })
    else missing.push(`${peer.name}: ${fault}`)
  }
  return { peers, missing }
}

function install(name, folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  process.stderr.write(`Installing ${name}\n`)
  // Installed separately from this workspace, in whose folder the cache is.
  const args = ['install', '--ignore-scripts', '--workspaces=false', '--prefix', folder, name]
  const { status, stderr, error } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status === 0) return null
  return /npm error (.*)/.exec(stderr ?? '')?.[1] ?? error?.message ?? `npm ended with ${status}`
}
