import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PackagingError } from './packaging-error.ts'

/** Semantic Versioning 2.0.0, without build metadata, which file names cannot have. */
const versionPattern = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/

const manifestPattern = '{packages,apps}/*/package.json'

/** What a release was named. */
export interface ReleaseVersion {
  readonly version: string
  /** The files that did not have it, relative to the root. */
  readonly changed: readonly string[]
}

/**
 * Writes a version into all manifests of the repository, the lockfile and the changelog, whose unreleased part gets it as its
 * heading.
 * @param asked the version; undefined: that of the root's manifest
 * @param date of the release, in seconds since 1970
 * @throws PackagingError for a text that is no version, and if the changelog has nothing for it; then nothing was written
 */
export function setVersion(root: string, asked: string | undefined, date: number): ReleaseVersion {
  const before = versionIn(join(root, 'package.json'))
  const version = asked ?? before
  if (!versionPattern.test(version))
    throw new PackagingError(`${version} is not a version. Give one such as 0.2.0 or 1.0.0-beta.1.`)
  const manifests = globSync(manifestPattern, { cwd: root }).map(path => path.replaceAll('\\', '/'))
  const contents: Readonly<Record<string, (text: string) => string>> = {
    'CHANGELOG.md': text => withHeading(text, version, date),
    'package-lock.json': text => withVersions(text, version),
    'apps/desktop/electron-builder.yml': text => text.replace(/^( {2}version: ).*$/m, `$1${version}`),
    ...Object.fromEntries(
      ['package.json', ...manifests.sort()].map(path => [path, (text: string) => inManifest(text, version)]),
    ),
  }
  const written = Object.entries(contents).flatMap(([path, change]) => {
    const text = readFileSync(join(root, path), 'utf8')
    const changed = change(text)
    return changed === text ? [] : [{ path, changed }]
  })
  for (const { path, changed } of written) writeFileSync(join(root, path), changed)
  return { version, changed: written.map(({ path }) => path) }
}

function versionIn(path: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return String(Reflect.get(Object(manifest), 'version'))
}

/** The packages of the repository name each other by their exact versions. */
function inManifest(text: string, version: string): string {
  return text
    .replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`)
    .replace(/("@parley\/[a-z-]+": )"[^"]*"/g, `$1"${version}"`)
}

/** In the lockfile the packages of the repository are those outside of `node_modules`. */
function withVersions(text: string, version: string): string {
  const lockfile: Record<string, unknown> = JSON.parse(text)
  const own = Object.entries(Object(lockfile.packages)).filter(([path]) => !path.includes('node_modules'))
  for (const one of [lockfile, ...own.map(([, value]) => Object(value))]) {
    if (one.version !== undefined) one.version = version
    for (const field of ['dependencies', 'devDependencies', 'optionalDependencies'])
      for (const name of Object.keys(Object(one[field])))
        if (name.startsWith('@parley/')) one[field][name] = version
  }
  return `${JSON.stringify(lockfile, null, 2)}\n`
}

function withHeading(text: string, version: string, date: number): string {
  const headings = [...text.matchAll(/^## (\S+)/gm)].map(([, name]) => name)
  const day = new Date(date * 1000).toISOString().slice(0, 10)
  if (headings[0] === 'Unreleased' && !headings.includes(version))
    return text.replace(/^## Unreleased$/m, `## ${version} - ${day}`)
  if (headings[0] === version) return text
  throw new PackagingError(
    headings.includes(version)
      ? `CHANGELOG.md has a part for ${version} already, but not as its first. Choose a newer version.`
      : `CHANGELOG.md has no part for ${version}. Add one named Unreleased.`,
  )
}
