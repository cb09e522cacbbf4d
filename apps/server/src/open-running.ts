import { ensureAppDataFolder } from './ensure-app-data-folder.ts'
import { acquireAppData } from './opening/acquire-app-data.ts'
import { readStartOptions } from './read-start-options.ts'
import { runProgram } from './run-program.ts'

/** The exit code if no Parley runs on the app data. */
const noneRunningExitCode = 4

/**
 * Opens the page of the Parley that runs on the app data; exits with 4 if none runs. This program runs before
 * anything is built, as a build would replace the files of the running Parley.
 */
async function main(): Promise<void> {
  const lock = await acquireAppData(ensureAppDataFolder(), readStartOptions(process.argv.slice(2)))
  if (lock === null) return
  await lock.release()
  process.exitCode = noneRunningExitCode
}

await runProgram(main)
