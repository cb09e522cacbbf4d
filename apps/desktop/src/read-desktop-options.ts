import { existsSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Asked } from '@parley/server/desktop'
import { type HostKind, hostKinds } from './desktop-host.ts'

export interface DesktopOptions {
  /** Null: the one in Settings. */
  readonly host: HostKind | null
  readonly serverProgram: string
  readonly pageFolder: string
  readonly startsDemo: boolean
  /** The folder of a workspace to open; null: the one that was open last. */
  readonly workspaceFolder: string | null
  /** A file or link to open. */
  readonly asked: Asked | null
}

/** Electron is a host only where the app itself runs in it. */
const chosenHosts = hostKinds.filter(kind => kind !== 'electron')

/** What was typed is wrong; the message says what and how to do it. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError'
}

/**
 * Parses the arguments: options, then one workspace, file or link. A link cannot become an option: the system
 * passes it after `--`. @throws OptionsError if an argument is invalid
 */
export function readDesktopOptions(args: readonly string[]): DesktopOptions {
  const { values, positionals } = parse(args)
  const [target, ...more] = positionals
  if (more.length > 0) throw new OptionsError('parley desktop opens one workspace, file or link at a time.')
  const host = chosenHosts.find(kind => kind === values.host) ?? null
  if (values.host !== undefined && host === null)
    throw new OptionsError(`--host takes ${chosenHosts.join(', ')}.`)
  return {
    host,
    serverProgram: values.server ?? fileURLToPath(new URL('../../server/dist/main.js', import.meta.url)),
    pageFolder: values.page ?? pageBeside(),
    startsDemo: !values['no-demo'],
    ...(target === undefined ? { workspaceFolder: null, asked: null } : targetOf(target)),
  }
}

/** The page is next to the program in a package, and where it is built in the repository. */
function pageBeside(): string {
  const packaged = fileURLToPath(new URL('../../page', import.meta.url))
  return existsSync(packaged) ? packaged : fileURLToPath(new URL('../../web/dist', import.meta.url))
}

function targetOf(target: string): Pick<DesktopOptions, 'workspaceFolder' | 'asked'> {
  if (/^parley:/i.test(target)) return { workspaceFolder: null, asked: { kind: 'link', url: target } }
  const path = pathOf(target)
  const info = statSync(path, { throwIfNoEntry: false })
  if (info === undefined)
    throw new OptionsError(
      `${path} does not exist. Give a workspace’s folder, a file to import or a parley:// link.`,
    )
  if (info.isDirectory()) return { workspaceFolder: path, asked: null }
  if (/^opencollection\.ya?ml$/.test(basename(path))) return { workspaceFolder: dirname(path), asked: null }
  return { workspaceFolder: null, asked: { kind: 'file', path } }
}

/** Desktops pass a file that was double-clicked as its address. */
function pathOf(target: string): string {
  if (!/^file:/i.test(target)) return resolve(target)
  try {
    return fileURLToPath(target)
  } catch {
    throw new OptionsError(`${target} is not the address of a file on this computer. Give a path.`)
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        host: { type: 'string' },
        server: { type: 'string' },
        page: { type: 'string' },
        'no-demo': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [sentence] = error.message.split('. ')
    throw new OptionsError(`${sentence}. It takes --host HOST and --no-demo.`)
  }
}
