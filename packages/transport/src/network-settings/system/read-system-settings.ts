import { execFile } from 'node:child_process'
import { readGnomeProxy } from './read-gnome-proxy.ts'
import { readMacosProxy } from './read-macos-proxy.ts'
import { readWindowsProxy } from './read-windows-proxy.ts'
import { noSystemProxy, type SystemSettings } from './system-settings.ts'

/** Runs a program of the system and resolves to its output, or to null if it cannot be run. */
export type RunProgram = (program: string, options: readonly string[]) => Promise<string | null>

/** Reads the proxy settings of the operating system: GNOME, macOS or Windows. */
export async function readSystemSettings(
  platform: NodeJS.Platform,
  run: RunProgram,
): Promise<SystemSettings> {
  const [program, options, read] = readerOf(platform)
  const output = await run(program, options)
  return output === null ? noSystemProxy : read(output)
}

type Reader = readonly [string, readonly string[], (output: string) => SystemSettings]

function readerOf(platform: NodeJS.Platform): Reader {
  if (platform === 'darwin') return ['scutil', ['--proxy'], readMacosProxy]
  if (platform === 'win32') {
    const key = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'
    return ['reg', ['query', key], readWindowsProxy]
  }
  return ['gsettings', ['list-recursively', 'org.gnome.system.proxy'], readGnomeProxy]
}

/** More time and output than any of these programs needs. */
const limits = { timeout: 5_000, maxBuffer: 1_048_576, windowsHide: true }

/** Runs a program; a program that is missing, fails or hangs gives null. */
export const runSystemProgram: RunProgram = (program, options) =>
  new Promise(resolve => {
    execFile(program, [...options], limits, (error, output) => resolve(error === null ? output : null))
  })
