import { homedir, platform } from 'node:os'
import { join } from 'node:path'
import { keepTreePrivate } from '@parley/files'

/**
 * The folder in the app data of what was deleted from workspaces. Only the folder itself is closed to others: a file
 * that is restored has the permissions that it was deleted with.
 */
export const trashFolderName = 'trash'

/**
 * Where Parley keeps what is not in a workspace: the platform's data folder, or `PARLEY_HOME`.
 * For its owner alone, whatever the umask.
 * @param onClosed called with a sentence if others could open the folder or something in it until now
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
