import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundlePrograms, sourceSandbox } from './bundle-programs.mjs'
import { root } from './run-program.mjs'
import { bundleTestThreads } from './testing/bundle-test-threads.mjs'

const cache = `${root}/node_modules/.cache`

/**
 * Bundles the programs and builds the sandbox if their sources differ from those of the last bundle, so that tests never
 * run an old one; with `always`, in any case.
 */
export async function bundleCurrentPrograms({ always = false } = {}) {
  const built = [`${root}/apps/cli/dist/parley.js`, `${sourceSandbox}/images.json`]
  if (always || !built.every(path => existsSync(path))) rmSync(programsStamp, { force: true })
  await unlessCurrent(programsStamp, bundlePrograms)
}

/** Bundles the threads that only tests start, if their sources differ from those of the last bundle. */
export async function bundleCurrentTestThreads() {
  await unlessCurrent(`${cache}/test-thread-sources`, () => bundleTestThreads(`${cache}/test-threads`))
}

const programsStamp = `${cache}/bundled-sources`

async function unlessCurrent(stamp, build) {
  const digest = digestOfSources()
  if (read(stamp) === digest) return
  // An interrupted build must not count as done.
  rmSync(stamp, { force: true })
  await build()
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, digest)
}

/** Returns the digest of the sources of the existing bundles; empty if there are none. */
export function bundledDigest() {
  return read(programsStamp)
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
