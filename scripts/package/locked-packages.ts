import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
// @ts-expect-error A script of the repository, which has no types.
import { pinnedNode } from '../install/fetch-node.mjs'
import { PackagingError } from './packaging-error.ts'

/** Where packages of the registry are stored, and the lockfile that says which bytes they must have. */
export interface PackageStore {
  /** The folder of the lockfile. */
  readonly root: string
  /** The folder for archives; builds at the same time may share it. */
  readonly archives: string
  /** A folder of this build for what it unpacks. */
  readonly unpacked: string
}

/** A package of the registry, unpacked. */
export interface LockedPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly folder: string
}

/**
 * Returns a package in the version of the lockfile, or of the list of Node's packages, also one for another platform,
 * which `npm install` leaves out. npm brings its archive, whose bytes must have the hash that the file gives; what is in
 * `node_modules` is not used, because nothing checks it after the install.
 * @throws PackagingError if neither file has the package, npm cannot bring it, or the hash differs
 */
export function lockedPackage(store: PackageStore, name: string): LockedPackage {
  const { version, integrity, file } = pinnedVersion(name) ?? lockedVersion(store.root, name)
  const stem = `${name.replace('@', '').replace('/', '-')}-${version}`
  const archive = join(store.archives, `${stem}.tgz`)
  for (const folder of [store.archives, store.unpacked]) mkdirSync(folder, { recursive: true })
  if (integrityOf(archive) !== integrity) bringArchive(store.unpacked, `${name}@${version}`, archive)
  if (integrityOf(archive) !== integrity) {
    rmSync(archive, { force: true })
    throw new PackagingError(
      `The archive of ${name} ${version} differs from the one in ${file}, and was removed. ` +
        'Check where npm gets its packages, and run this again.',
    )
  }
  const folder = unpack(archive, join(store.unpacked, stem))
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { name, version, license: String(Reflect.get(Object(manifest), 'license')), folder }
}

/** Which bytes a package must have. */
interface PackageVersion {
  readonly version: string
  readonly integrity: string
  /** Where this is written. */
  readonly file: string
}

/** Returns what is written of a package that contains Node; null for others. */
function pinnedVersion(name: string): PackageVersion | null {
  const {
    version,
    packages,
  }: { version: string; packages: Record<string, { name: string; integrity: string }> } = pinnedNode
  const found = Object.values(packages).find(one => one.name === name)
  if (found === undefined) return null
  return { version, integrity: found.integrity, file: 'scripts/install/node-packages.json' }
}

/** Returns what the lockfile says of a package. */
function lockedVersion(root: string, name: string): PackageVersion {
  const lockfile: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const entry: unknown = Reflect.get(
    Object(Reflect.get(Object(lockfile), 'packages')),
    `node_modules/${name}`,
  )
  const version: unknown = Reflect.get(Object(entry), 'version')
  const integrity: unknown = Reflect.get(Object(entry), 'integrity')
  if (typeof version !== 'string' || typeof integrity !== 'string' || !/^sha512-\S+$/.test(integrity))
    throw new PackagingError(
      `package-lock.json has no version of ${name} with a SHA-512 hash. Run npm install, and look at what changed.`,
    )
  return { version, integrity, file: 'package-lock.json' }
}

function integrityOf(file: string): string {
  if (!existsSync(file)) return 'absent'
  return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
}

/** The cache of npm has it after an install on this platform; otherwise the registry is asked. */
function bringArchive(folder: string, specifier: string, archive: string): void {
  const options = ['--prefer-offline', '--ignore-scripts', '--silent', '--pack-destination', folder]
  try {
    execFileSync('npm', ['pack', specifier, ...options], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } catch {
    throw new PackagingError(
      `npm could not bring ${specifier}. Check the network and where npm gets its packages, and run this again.`,
    )
  }
  const draft = `${archive}.${process.pid}`
  copyFileSync(join(folder, basename(archive)), draft)
  renameSync(draft, archive)
}

/** Unpacks each time, as an unpacked folder may have been changed since. */
function unpack(archive: string, folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1', '--no-same-owner'])
  return folder
}
