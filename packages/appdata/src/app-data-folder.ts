import { platform } from 'node:os'
import { join } from 'node:path'
import { homeFolder, keepTreePrivate } from '@parley/files'

/**
 * The folder in the app data for files deleted from workspaces. Only the folder itself is closed to other
 * users: a restored file gets back the permissions that it was deleted with.
 */
export const trashFolderName = 'trash'

/**
 * Returns the folder for data outside of workspaces: the platform's data folder, or `PARLEY_HOME`. It is
 * private to its owner, whatever the umask.
 * @param onClosed called with a sentence if other users could open the folder or something in it until now
 */
export function openAppDataFolder(
  onClosed: (sentence: string) => void,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const folder = appDataFolder(environment)
  if (keepTreePrivate(folder, [trashFolderName])) onClosed(closedSentence(folder))
  return folder
}

function closedSentence(folder: string): string {
  return `Parley’s data in ${folder} had permissions for other users of this computer. Now only you can open it.`
}

/** Returns the path of {@link openAppDataFolder}, whether the folder exists or not. */
export function appDataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.PARLEY_HOME || join(platformDataFolder(environment), 'parley')
}

function platformDataFolder(environment: NodeJS.ProcessEnv): string {
  const home = homeFolder()
  if (platform() === 'win32') return environment.LOCALAPPDATA || join(home, 'AppData', 'Local')
  if (platform() === 'darwin') return join(home, 'Library', 'Application Support')
  return environment.XDG_DATA_HOME || join(home, '.local', 'share')
}
