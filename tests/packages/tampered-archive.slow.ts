import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
// @ts-expect-error A script of the repository, which has no types.
import { pinnedNode } from '../../scripts/install/fetch-node.mjs'
import { platforms } from '../../scripts/package/stage-program.ts'
import { hasProgram, root, runAlone } from './built-package.testkit.ts'

/** What packages take from the registry. */
const names = [
  '@napi-rs/keyring',
  '@webviewjs/webview',
  ...Object.values(platforms).flatMap(({ node, bindings }) => [node, ...bindings]),
]

let folder = ''
let registry: Server
let address = ''
let asked: string[] = []
/** The archive of an attacker, for whose own hash the registry vouches. */
let archive = Buffer.alloc(0)

const versionOf = (name: string): string =>
  name.startsWith('node-') ? pinnedNode.version : lockfile.packages[`node_modules/${name}`].version
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-tampered-'))
  mkdirSync(join(folder, 'evil/package/bin'), { recursive: true })
  writeFileSync(join(folder, 'evil/package/package.json'), '{"license":"MIT"}')
  writeFileSync(join(folder, 'evil/package/bin/node'), '#!/bin/sh\ntouch "$0.ran"\n', { mode: 0o755 })
  execFileSync('tar', ['-czf', join(folder, 'evil.tgz'), '-C', join(folder, 'evil'), 'package'])
  archive = readFileSync(join(folder, 'evil.tgz'))
  registry = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    asked.push(path)
    if (path.endsWith('.tgz')) return response.end(archive)
    const version = versionOf(path)
    const dist = {
      tarball: `${address}/${path}.tgz`,
      integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
    }
    const versions = { [version]: { name: path, version, dist } }
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ name: path, 'dist-tags': { latest: version }, versions }))
  })
  await new Promise<void>(resolve => registry.listen(0, '127.0.0.1', resolve))
  const bound = registry.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
})

beforeEach(() => {
  asked = []
  for (const name of ['archives', 'work', 'cache', 'clone'])
    rmSync(join(folder, name), { recursive: true, force: true })
  mkdirSync(join(folder, 'archives'))
})

afterAll(async () => {
  registry.closeAllConnections()
  await new Promise(resolve => registry.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a part of the packaging in a process of its own, whose npm asks the registry above. */
function run(script: string) {
  const imported = (file: string) => `await import(${JSON.stringify(join(root, 'scripts/package', file))})`
  const program = `
    const { runPackaging } = ${imported('run-packaging.ts')}
    const { lockedPackage } = ${imported('locked-packages.ts')}
    const folder = ${JSON.stringify(folder)}
    const store = { root: ${JSON.stringify(root)}, archives: folder + '/archives', unpacked: folder + '/work' }
    ${script}`
  return runAlone(process.execPath, ['--input-type=module', '-e', program], {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: folder,
    npm_config_registry: address,
    npm_config_cache: join(folder, 'cache'),
    npm_config_fetch_retries: '0',
    npm_config_update_notifier: 'false',
    SOURCE_DATE_EPOCH: '1790000000',
  })
}

const refusalOf = (name: string) =>
  `The archive of ${name} ${versionOf(name)} differs from the one in ${name.startsWith('node-') ? 'scripts/install/node-packages.json' : 'package-lock.json'}, and was removed. ` +
  'Check where npm gets its packages, and run this again.'

test('a tampered archive of the registry stops npm run package with a sentence, and nothing of it is left', {
  ...needs(hasProgram('strip'), 'strip (apt-get install binutils)'),
  timeout: 60_000,
}, async () => {
  const ended = await run(
    `process.exitCode = await runPackaging(['single'], folder + '/packages', folder + '/work', folder + '/archives')`,
  )
  expect(ended).toEqual({ code: 3, stdout: '', stderr: `${refusalOf('@napi-rs/keyring')}\n` })
  expect(readdirSync(join(folder, 'archives'))).toEqual([])
  expect(existsSync(join(folder, 'packages/SHA256SUMS'))).toBe(false)
})

test.each(names)('a tampered archive of %s is refused before it is unpacked (DT1)', async name => {
  const ended = await run(
    `try { lockedPackage(store, ${JSON.stringify(name)}) } catch (error) { console.log(error.name + ': ' + error.message) }`,
  )
  expect(ended.stdout).toBe(`PackagingError: ${refusalOf(name)}\n`)
  expect(asked).toContain(`${name}.tgz`)
  expect(readdirSync(join(folder, 'archives'))).toEqual([])
  expect(existsSync(join(folder, 'work/bin'))).toBe(false)
})

test('an archive that was changed on the disk after its download is not used (DT1)', async () => {
  const name = '@napi-rs/keyring'
  const path = join(folder, `archives/napi-rs-keyring-${versionOf(name)}.tgz`)
  copyFileSync(join(folder, 'evil.tgz'), path)
  const ended = await run(
    `try { lockedPackage(store, ${JSON.stringify(name)}) } catch (error) { console.log(error.message) }`,
  )
  expect(ended.stdout).toBe(`${refusalOf(name)}\n`)
  expect(existsSync(path)).toBe(false)
})

/** Fetches Node into a folder of its own, as `npm install` does where the system's is too old. */
const fetching = `
  const { fetchNode } = await import(${JSON.stringify(join(root, 'scripts/install/fetch-node.mjs'))})
  try { fetchNode(folder + '/clone') } catch (error) { console.log(error.constructor.name + ': ' + error.message) }`

test('a tampered archive of Node is refused before it is unpacked, and nothing of it is left (DT1)', async () => {
  mkdirSync(join(folder, 'clone'))
  const { stdout } = await run(fetching)
  expect(stdout).toMatch(
    /^NodeFault: The archive of node-\S+ \S+ differs from the one in scripts\/install\/node-packages\.json\. Check where/,
  )
  expect(readdirSync(join(folder, 'clone/node_modules'))).toEqual([])
})

test('a registry without Node is a sentence, and nothing is left', async () => {
  const before = address
  address = 'http://127.0.0.1:9'
  const { stdout } = await run(fetching)
  address = before
  expect(stdout).toMatch(/^NodeFault: npm could not bring node-\S+@\S+\. Check the network/)
  expect(readdirSync(join(folder, 'clone/node_modules'))).toEqual([])
})

test('a registry that does not answer is a sentence (DT1)', async () => {
  const before = address
  address = 'http://127.0.0.1:9'
  const ended = await run(
    `process.exitCode = await runPackaging(['single'], folder + '/packages', folder + '/work', folder + '/archives')`,
  )
  address = before
  expect(ended.code).toBe(3)
  expect(ended.stderr).toContain(
    `npm could not bring @napi-rs/keyring@${versionOf('@napi-rs/keyring')}. Check the network`,
  )
  expect(ended.stderr).not.toMatch(/^\s+at /m)
}, 180_000)
