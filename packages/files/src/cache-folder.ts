import { join } from 'node:path'
import { homeFolder } from './home-folder.ts'

/**
 * Returns Parley's folder for what it can make again: `PARLEY_HOME` if that is set, otherwise a folder in the
 * platform's cache folder. It may be missing.
 */
export function cacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const { PARLEY_HOME, LOCALAPPDATA, XDG_CACHE_HOME } = environment
  if (PARLEY_HOME) return PARLEY_HOME
  if (platform === 'win32') return join(LOCALAPPDATA || join(homeFolder(), 'AppData', 'Local'), 'parley')
  if (platform === 'darwin') return join(homeFolder(), 'Library', 'Caches', 'parley')
  return join(XDG_CACHE_HOME || join(homeFolder(), '.cache'), 'parley')
}
