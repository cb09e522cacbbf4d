import { homedir, platform } from 'node:os'
import { join } from 'node:path'
import { nodeFilesAtOnce, privateFolderMode } from '@parley/files'

/**
 * Where Parley keeps what is not in a workspace: the platform's data folder, or `PARLEY_HOME`.
 * Made for its owner alone, whatever the umask.
 */
export function openAppDataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const folder = appDataFolder(environment)
  nodeFilesAtOnce.makeFolder(folder, privateFolderMode)
  return folder
}

/** The path of {@link openAppDataFolder}, whether a folder is there or not. */
export function appDataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.PARLEY_HOME || join(platformDataFolder(environment), 'parley')
}

function platformDataFolder(environment: NodeJS.ProcessEnv): string {
  const home = homedir()
  if (platform() === 'win32') return environment.LOCALAPPDATA || join(home, 'AppData', 'Local')
  if (platform() === 'darwin') return join(home, 'Library', 'Application Support')
  return environment.XDG_DATA_HOME || join(home, '.local', 'share')
}
