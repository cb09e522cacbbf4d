import type { AppDataLock } from '@parley/appdata'
import { usedKeychain } from '@parley/appdata'
import { type DemoApi, startDemoApi } from '@parley/testkit/demo-api'
import { ensureAppDataFolder } from './ensure-app-data-folder.ts'
import { acquireAppData } from './opening/acquire-app-data.ts'
import { canOpenPage, openInBrowser, removeOpeningFiles, writeOpeningFile } from './opening/open-page.ts'
import { readStartOptions, type StartOptions } from './read-start-options.ts'
import { runProgram } from './run-program.ts'
import { type RunningServer, startServer } from './start-server.ts'

/**
 * Starts the server and the demo API, prints the address of the page, and opens it. Ctrl+C ends it. If a
 * Parley already runs on the same app data, opens that one instead.
 */
async function main(options: StartOptions): Promise<void> {
  const appDataFolder = ensureAppDataFolder()
  const lock = await acquireAppData(appDataFolder, options)
  if (lock === null) return
  const { server, demo } = await start(options, appDataFolder).catch(async error => {
    await lock.release()
    throw error
  })
  const stop = async () => {
    removeOpeningFiles(appDataFolder)
    let step = 'start'
    setTimeout(() => {
      process.stderr.write(
        `Parley took more than 10 seconds to end (at: ${step}) and was stopped. Saved work is safe.\n`,
      )
      process.exit(1)
    }, maxStopMs).unref()
    await server.close(next => {
      step = next
    })
    step = 'demo API'
    await demo?.close()
    await lock.release()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  await open(options, appDataFolder, server, lock)
  if (demo) process.stdout.write(`The demo API is at ${demo.baseUrl}\n`)
}

/** A shutdown that takes longer counts as stuck, as whoever stopped Parley waits for it. */
const maxStopMs = 10_000

async function start(
  options: StartOptions,
  appDataFolder: string,
): Promise<{ readonly server: RunningServer; readonly demo: DemoApi | null }> {
  const demo = options.startsDemo ? await startDemoApi() : null
  try {
    const server = await startServer({
      port: options.port,
      pageFolder: options.pageFolder,
      appDataFolder,
      demoBaseUrl: demo?.baseUrl ?? null,
      onPageLoaded: () => removeOpeningFiles(appDataFolder),
      ...(options.workspaceFolder === null ? {} : { workspaceFolder: options.workspaceFolder }),
      keychain: usedKeychain,
    })
    return { server, demo }
  } catch (error) {
    await demo?.close()
    throw error
  }
}

async function open(
  { opensPage }: StartOptions,
  appDataFolder: string,
  { address, recovery }: RunningServer,
  lock: AppDataLock,
): Promise<void> {
  const opens = opensPage && canOpenPage()
  const openingPath = opens ? writeOpeningFile(appDataFolder, address, process.pid) : null
  await lock.publish(address)
  process.stdout.write(`Parley is ready at ${address}\n`)
  if (recovery !== null) {
    const { sentence, lines, nextStep } = recovery
    process.stderr.write(`${[sentence, ...lines, nextStep].join('\n')}\n`)
  }
  if (openingPath !== null) openInBrowser(openingPath)
}

await runProgram(() => main(readStartOptions(process.argv.slice(2))))
