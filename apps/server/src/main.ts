import { openAppDataFolder } from '@parley/appdata'
import { startDemoApi } from '@parley/testkit/demo-api'
import { canOpenPage, type OpeningFile, openInBrowser, writeOpeningFile } from './opening/open-page.ts'
import { readStartOptions, type StartOptions } from './read-start-options.ts'
import { StartError } from './start-error.ts'
import { startServer } from './start-server.ts'

/** Something typed is wrong, or the port is taken. */
const badInput = 3

/** Starts the server and the demo API, says where the page is, and opens it. Ends with Ctrl+C. */
async function main(options: StartOptions): Promise<void> {
  const appDataFolder = appData()
  const demo = options.startsDemo ? await startDemoApi() : null
  let opening: OpeningFile | null = null
  const server = await startServer({
    port: options.port,
    pageFolder: options.pageFolder,
    appDataFolder,
    demoBaseUrl: demo?.baseUrl ?? null,
    onPageLoaded: () => opening?.remove(),
  }).catch(async error => {
    await demo?.close()
    throw error
  })
  const stop = async () => {
    opening?.remove()
    await Promise.all([server.close(), demo?.close()])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  if (options.opensPage && canOpenPage()) opening = writeOpeningFile(appDataFolder, server.address)
  process.stdout.write(`Parley is ready at ${server.address}\n`)
  if (demo) process.stdout.write(`The demo API is at ${demo.baseUrl}\n`)
  if (opening) openInBrowser(opening.path)
}

function appData(): string {
  try {
    return openAppDataFolder()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new StartError(`The folder for Parley’s own data cannot be made (${error.code}). Set PARLEY_HOME.`)
  }
}

try {
  await main(readStartOptions(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = badInput
}
