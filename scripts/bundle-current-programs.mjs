import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSandbox } from './build-sandbox.mjs'
import { bundlePrograms } from './bundle-programs.mjs'
import { root } from './run-program.mjs'

const stampFolder = `${root}/node_modules/.cache`
const stamp = `${stampFolder}/bundled-sources`

/**
 * Bundles the programs if their sources differ from those of the last bundle, so that tests never run an old
 * one; with `always`, bundles them in any case.
 */
export async function bundleCurrentPrograms({ always = false } = {}) {
  const digest = digestOfSources()
  if (!always && existsSync(`${root}/apps/cli/dist/parley.js`) && bundledDigest() === digest) return
  // An interrupted bundle must not count as done.
  rmSync(stamp, { force: true })
  await bundlePrograms()
  mkdirSync(stampFolder, { recursive: true })
  writeFileSync(stamp, digest)
}

/** Builds the sandbox of programs that run from their sources, if these differ from those of the last one. */
export async function buildCurrentSandbox() {
  const folder = `${root}/packages/script/dist/sandbox`
  const sandboxStamp = `${stampFolder}/sandbox-sources`
  const digest = digestOfSources()
  if (existsSync(`${folder}/images.json`) && read(sandboxStamp) === digest) return
  rmSync(sandboxStamp, { force: true })
  await buildSandbox(folder)
  mkdirSync(stampFolder, { recursive: true })
  writeFileSync(sandboxStamp, digest)
}

/** Returns the digest of the sources of the existing bundles; empty if there are none. */
export function bundledDigest() {
  return read(stamp)
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Returns the digest of everything that can affect a bundle: the sources, the programs that bundle them, and
 * the installed packages.
 */
export function digestOfSources() {
  const hash = createHash('sha256')
  const folders = ['packages', 'apps'].flatMap(kind =>
    readdirSync(`${root}/${kind}`).map(name => `${kind}/${name}/src`),
  )
  for (const folder of [...folders, 'scripts']) {
    if (!existsSync(`${root}/${folder}`)) continue
    for (const path of filesBelow(folder))
      hash
        .update(path)
        .update('\0')
        .update(readFileSync(`${root}/${path}`))
  }
  return hash.update(readFileSync(`${root}/package-lock.json`)).digest('hex')
}

function filesBelow(folder) {
  return readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.(?:test|slow|testkit)\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).slice(root.length))
    .toSorted()
}
