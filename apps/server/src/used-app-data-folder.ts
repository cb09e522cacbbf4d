import { openAppDataFolder } from '@parley/appdata'
import { becauseOf, failureCodeOf } from '@parley/files'
import { StartError } from './start-error.ts'

/** The folder of the app data. @throws StartError where it cannot be made */
export function usedAppDataFolder(): string {
  try {
    return openAppDataFolder(sentence => process.stdout.write(`${sentence}\n`))
  } catch (error) {
    const code = failureCodeOf(error)
    if (code === '') throw error
    throw new StartError(
      `The folder for Parley’s own data could not be created${becauseOf(code)}. Set PARLEY_HOME to a folder that you can write to.`,
    )
  }
}
