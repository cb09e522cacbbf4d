import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { keepFolderPrivate } from '@parley/files'

/**
 * Lets Node keep what it compiles of this program for its next start, which spares it most of the time until a
 * command begins. In a folder of the user's own, as what lies in it is run. Where it cannot be written nothing is
 * kept, and `NODE_COMPILE_CACHE` and `NODE_DISABLE_COMPILE_CACHE` of Node go before it.
 */
export function keepCompiledCode(): void {
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env
  const folder = compiledCodeFolder(process.env, process.platform)
  if (!NODE_COMPILE_CACHE && !NODE_DISABLE_COMPILE_CACHE && !madePrivate(folder)) return
  // Node makes a folder in it now, and its files when the process ends.
  const umask = process.umask(onlyOwner)
  enableCompileCache(folder)
  process.umask(umask)
  process.once('exit', () => process.umask(onlyOwner))
}

/** Of a umask: nothing for others. */
const onlyOwner = 0o077

/** Whether the folder is there for its owner alone; with `PARLEY_HOME` it lies in the app data, which is too. */
function madePrivate(folder: string): boolean {
  try {
    for (const path of [dirname(folder), folder])
      if (keepFolderPrivate(path))
        process.stderr.write(`Note: Other users of this computer could open ${path}. Now only you can.\n`)
    return true
  } catch {
    return false
  }
}

/** The folder for compiled code: in `PARLEY_HOME` where that is set, else where the platform keeps caches. */
export function compiledCodeFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const { PARLEY_HOME, LOCALAPPDATA, XDG_CACHE_HOME } = environment
  if (PARLEY_HOME) return join(PARLEY_HOME, 'compiled')
  if (platform === 'win32')
    return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'parley', 'compiled')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'parley', 'compiled')
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley', 'compiled')
}
