import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { keepFolderPrivate } from '@parley/files'

/**
 * Makes Node cache the compiled code of this program, which saves most of the time until a command starts.
 * The cache is in a private folder of the user, because its content is executed. If the folder cannot be
 * written, nothing is cached. Node's own `NODE_COMPILE_CACHE` and `NODE_DISABLE_COMPILE_CACHE` have
 * precedence.
 */
export function cacheCompiledCode(): void {
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env
  const folder = compiledCodeFolder(process.env, process.platform)
  if (!NODE_COMPILE_CACHE && !NODE_DISABLE_COMPILE_CACHE && !createPrivate(folder)) return
  // Node creates a folder in it now, and writes its files when the process ends.
  const umask = process.umask(onlyOwner)
  enableCompileCache(folder)
  process.umask(umask)
  process.once('exit', () => process.umask(onlyOwner))
}

/** A umask that gives others no access. */
const onlyOwner = 0o077

/**
 * Creates the folder for its owner only, and returns whether it exists. With `PARLEY_HOME` it is inside the
 * app data, which is private as well.
 */
function createPrivate(folder: string): boolean {
  try {
    for (const path of [dirname(folder), folder])
      if (keepFolderPrivate(path))
        process.stderr.write(`Note: Other users of this computer could open ${path}. Now only you can.\n`)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the folder for compiled code: in `PARLEY_HOME` if that is set, otherwise in the platform's cache
 * folder.
 */
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
