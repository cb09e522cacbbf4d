import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallPeers } from '../../install/install-peers.mjs'
import { root } from '../../run-program.mjs'
import { compareRequests } from './compare-requests.mjs'
import { peers } from './peers.mjs'
import { startRecordingProxy } from './recording-proxy.mjs'

/** Longer runs are stopped; no file of the corpus takes as long. */
const longestMs = 120_000

/**
 * Runs files of other clients with the client's own command line and with `parley run`, both through a proxy that answers every
 * host, and compares what arrives.
 * @param wanted - whether a file is compared
 * @returns the comparison of each file
 */
export async function comparePeers(corpus, wanted = () => true) {
  const packages = findOrInstallPeers()
  if (packages === null) throw new Error('The command lines of other clients cannot be installed')
  const proxy = await startRecordingProxy()
  const results = []
  for (const peer of peers)
    for (const path of peer.files(corpus).toSorted()) {
      if (!wanted(path)) continue
      results.push({
        peer: peer.name,
        path,
        ...(await compared(peer, join(corpus, path), { packages, proxy })),
      })
    }
  await proxy.close()
  return results
}

async function compared({ program, prepare }, file, { packages, proxy }) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-peers-'))
  const { source, cwd = folder, theirs, ours } = prepare(file, folder)
  const env = {}
  for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY']) env[name] = proxy.url
  await run([join(packages, program), ...theirs], cwd, {
    ...env,
    NO_PROXY: '',
    no_proxy: '',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_NO_WARNINGS: '1',
  })
  const sentByThem = proxy.take()
  const network = ['--proxy', proxy.url, '--bypass', 'none.invalid', '-k', '--no-follow', '--timeout', '4000']
  const more = ['-q', '--script-libraries', '--allow-secrets', '--allow-file', folder]
  const output = await run([`${root}/apps/cli/dist/parley.js`, 'run', ...ours, ...network, ...more], cwd, {})
  const sentByUs = proxy.take()
  rmSync(folder, { recursive: true, force: true })
  const differences = compareRequests(sentByThem, sentByUs, source)
  return { theirs: sentByThem.length, ours: sentByUs.length, differences, output }
}

/** Runs a program of Node, and returns what it prints. */
function run(args, cwd, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: longestMs,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        output += chunk
      })
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}
