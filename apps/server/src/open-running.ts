import { ownAppData } from './opening/own-app-data.ts'
import { readStartOptions } from './read-start-options.ts'
import { runProgram } from './run-program.ts'
import { usedAppDataFolder } from './used-app-data-folder.ts'

/** No Parley runs on the app data. */
const noneRuns = 4

/**
 * Opens the Parley that runs on the app data, and ends with 4 where there is none. It runs before anything
 * is built, as a build would replace the files of the one that runs.
 */
async function main(): Promise<void> {
  const { opensPage } = readStartOptions(process.argv.slice(2))
  const lock = await ownAppData(usedAppDataFolder(), opensPage)
  if (lock === null) return
  await lock.release()
  process.exitCode = noneRuns
}

await runProgram(main)
