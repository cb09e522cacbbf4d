import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallPeers } from '../../install/install-peers.mjs'
import { root } from '../../run-program.mjs'
import { compareRequests } from './compare-requests.mjs'
import { peers } from './peers.mjs'
import { startAnsweringProxy } from './recording-proxy.mjs'

/** Longer runs are stopped; no file of the corpus takes as long. */
const longestMs = 120_000
/** The proxy answers at once, but makes a certificate for each host, which takes a busy machine seconds. */
const longestSendMs = 20_000

/**
 * Runs files of other clients with the client's own command line, and with `parley run` in place and after `parley import`, all
 * through a proxy that answers every host, and compares what arrives.
 * @param wanted - whether a file is compared
 * @returns the comparisons of each file
 */
export async function comparePeers(corpus, wanted = () => true) {
  const packages = findOrInstallPeers()
  if (packages === null) throw new Error('The command lines of other clients cannot be installed')
  const proxy = await startAnsweringProxy()
  const results = []
  for (const peer of peers)
    for (const path of peer.files(corpus).toSorted()) {
      if (!wanted(path)) continue
      for (const one of await compared(peer, join(corpus, path), { packages, proxy }))
        results.push({ peer: peer.name, path, ...one })
    }
  await proxy.close()
  return results
}

async function compared({ program, prepare }, file, { packages, proxy }) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-peers-'))
  const parts = prepare(file, folder)
  const { cwd = folder, requests } = parts
  const env = {}
  for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY']) env[name] = proxy.url
  await run([join(packages, program), ...parts.theirs], cwd, {
    ...env,
    NO_PROXY: '',
    no_proxy: '',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_NO_WARNINGS: '1',
  })
  const theirs = proxy.take()
  const results = []
  for (const way of ['in place', 'imported']) {
    const failures = await runParley(way, parts, { folder, cwd, proxy })
    const ours = proxy.take()
    const differences = compareRequests(theirs, ours, requests)
    results.push({ way, theirs: theirs.length, ours: ours.length, differences, failures })
  }
  rmSync(folder, { recursive: true, force: true })
  return results
}

/**
 * Runs the file, or the workspace that an import of it makes.
 * @returns why requests were not sent, each with its names
 */
async function runParley(
  way,
  { source, importable, environment, inPlace, imported },
  { folder, cwd, proxy },
) {
  const parley = args =>
    run([`${root}/apps/cli/dist/parley.js`, ...args], cwd, { PARLEY_HOME: join(folder, 'home') })
  const workspace = join(folder, 'workspace')
  let output = ''
  if (way === 'imported')
    for (const path of [importable, environment])
      if (path !== undefined) output += await parley(['import', path, '--into', workspace])
  const report = join(folder, `${way}.json`)
  const what = way === 'imported' ? [workspace, ...imported] : [source, ...inPlace]
  const network = ['--proxy', proxy.url, '--bypass', 'none.invalid', '-k', '--timeout', `${longestSendMs}`]
  const more = ['-q', '--script-libraries', '--allow-secrets', '--allow-file', folder, '-r', `json=${report}`]
  output += await parley(['run', ...what, ...network, ...more])
  if (!existsSync(report)) return [{ name: '', reasons: [output] }]
  return JSON.parse(readFileSync(report, 'utf8')).results.flatMap(({ path, name, failure, scriptErrors }) => {
    const reasons = [
      ...(failure === null ? [] : [`${failure.code} ${failure.message ?? ''}`]),
      ...scriptErrors.map(({ message }) => `Script error: ${message}`),
    ]
    return reasons.length === 0 ? [] : [{ name: [...path, name].join('/'), reasons }]
  })
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
