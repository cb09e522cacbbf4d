import { mkdirSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { join } from 'node:path'

/**
 * Where Parley keeps what is not in a workspace: the platform's data folder, or `PARLEY_HOME`.
 * Made for its owner alone, whatever the umask.
 */
export function openAppDataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const folder = environment.PARLEY_HOME || join(platformDataFolder(environment), 'parley')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

function platformDataFolder(environment: NodeJS.ProcessEnv): string {
  const home = homedir()
  if (platform() === 'win32') return environment.LOCALAPPDATA || join(home, 'AppData', 'Local')
  if (platform() === 'darwin') return join(home, 'Library', 'Application Support')
  return environment.XDG_DATA_HOME || join(home, '.local', 'share')
}
