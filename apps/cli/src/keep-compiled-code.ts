import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Lets Node keep what it compiles of this program for its next start, which spares it most of the time until a
 * command begins. In a folder of the user's own, as what lies in it is run. Where it cannot be written nothing is
 * kept, and `NODE_COMPILE_CACHE` and `NODE_DISABLE_COMPILE_CACHE` of Node go before it.
 */
export function keepCompiledCode(): void {
  enableCompileCache(compiledCodeFolder(process.env, process.platform))
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
