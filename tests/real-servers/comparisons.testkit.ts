import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a row of docs/compatibility.md says before its counts. */
export interface ComparedServer {
  readonly server: string
  readonly version: string
  /** The client that Parley is compared with. */
  readonly client: string
  /** What is compared. */
  readonly what: string
}

/** Expects that Parley got what another client got, and counts it. */
export type Compare = (compared: ComparedServer, ours: unknown, theirs: unknown) => void

/**
 * Counts what a test file compares with real servers, in `test-results/real-servers/NAME.json`, from which
 * `npm run compatibility` writes its table.
 */
export function useComparisons(name: string): Compare {
  const rows = new Map<string, ComparedServer & { compared: number; equal: number }>()
  afterAll(() => {
    if (rows.size === 0) return
    const folder = join(root, 'test-results/real-servers')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify([...rows.values()], null, 2)}\n`)
  })
  return (compared, ours, theirs) => {
    const key = JSON.stringify(compared)
    const row = rows.get(key) ?? { ...compared, compared: 0, equal: 0 }
    rows.set(key, row)
    row.compared += 1
    expect(ours).toEqual(theirs)
    row.equal += 1
  }
}

/** Returns the version of a package of Debian that `npm run test:all` unpacked; empty: it did not. */
export function debianVersion(set: 'web-servers' | 'proxies', name: string): string {
  const folder = join(root, 'build/tools', set)
  const files = existsSync(folder) ? readdirSync(folder) : []
  const version = files.find(file => file.startsWith(`${name}_`))?.split('_')[1] ?? ''
  return decodeURIComponent(version).replace(/^\d+:|[-+].*$/g, '')
}

/** The folder of the packages that `npm install` brings. */
export const ownPackages = join(root, 'node_modules')

/** Returns the version of a package of npm that is in a folder of packages. */
export function packageVersion(name: string, from: string): string {
  const paths = createRequire(join(from, 'package.json')).resolve.paths(name) ?? []
  for (const path of paths) {
    try {
      return JSON.parse(readFileSync(join(path, name, 'package.json'), 'utf8')).version
    } catch {}
  }
  throw new Error(`${name} is not installed`)
}
