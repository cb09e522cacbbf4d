import { openAppDataFolder } from '@parley/appdata'
import { becauseOf, failureCodeOf } from '@parley/files'
import { StartError } from './start-error.ts'

/**
 * Returns the folder of the app data, which is created if it is missing. @throws StartError if it cannot be
 * created
 * @param print - called with what the user should know about the folder
 */
export function ensureAppDataFolder(
  print: (sentence: string) => void = sentence => process.stdout.write(`${sentence}\n`),
): string {
  try {
    return openAppDataFolder(print)
  } catch (error) {
    const code = failureCodeOf(error)
    if (code === '') throw error
    throw new StartError(
      `The folder for Parley’s own data could not be created${becauseOf(code)}. Set PARLEY_HOME to a folder that you can write to.`,
    )
  }
}
