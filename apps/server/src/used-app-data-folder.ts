import { openAppDataFolder } from '@parley/appdata'
import { StartError } from './start-error.ts'

/** The folder of the app data. @throws StartError where it cannot be made */
export function usedAppDataFolder(): string {
  try {
    return openAppDataFolder(sentence => process.stdout.write(`${sentence}\n`))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new StartError(`The folder for Parley’s own data cannot be made (${error.code}). Set PARLEY_HOME.`)
  }
}
