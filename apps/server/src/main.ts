import type { AppDataLock } from '@parley/appdata'
import { usedKeychain } from '@parley/appdata'
import { type DemoApi, startDemoApi } from '@parley/testkit/demo-api'
import { reportToDesktop } from './desktop/report-to-desktop.ts'
import { connectShell, type ShellLink } from './desktop/shell-link.ts'
import { ensureAppDataFolder } from './ensure-app-data-folder.ts'
import { acquireAppData } from './opening/acquire-app-data.ts'
import { canOpenPage, openInBrowser, removeOpeningFiles, writeOpeningFile } from './opening/open-page.ts'
import { readStartOptions, type StartOptions } from './read-start-options.ts'
import { runProgram } from './run-program.ts'
import { type RunningServer, startServer } from './start-server.ts'

/**
 * Starts the server and the demo API, prints the address of the page, and opens it. Ctrl+C ends it. If a
 * Parley already runs on the same app data, opens that one instead. As a part of the desktop app it reports
 * over the pipe instead of printing, and ends with the app.
 */
async function main(options: StartOptions, shell: ShellLink | null): Promise<void> {
  const appDataFolder = ensureAppDataFolder()
  const lock = await acquireAppData(appDataFolder, options, (await shell?.asked) ?? null)
  if (lock === null) {
    shell?.sendLast({ type: 'running' })
    return
  }
  const { server, demo } = await start(options, appDataFolder, shell).catch(async error => {
    await lock.release()
    throw error
  })
  const stop = async () => {
    removeOpeningFiles(appDataFolder)
    let step = 'start'
    const isAlone = shell?.isLost() === true
    setTimeout(
      () => {
        process.stderr.write(
          `Parley took more than ${(isAlone ? maxLostStopMs : maxStopMs) / 1000} seconds to end (at: ${step}) and was stopped. Saved work is safe.\n`,
        )
        process.exit(1)
      },
      isAlone ? maxLostStopMs : maxStopMs,
    ).unref()
    await server.close(next => {
      step = next
    })
    step = 'demo API'
    await demo?.close()
    await lock.release()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  if (shell === null) await open(options, appDataFolder, server, lock)
  else await reportToDesktop(shell, server, lock, stop)
  if (demo && shell === null) process.stdout.write(`The demo API is at ${demo.baseUrl}\n`)
}

/** A shutdown that takes longer counts as stuck, as whoever stopped Parley waits for it. */
const maxStopMs = 10_000
/** A server whose desktop app was killed ends sooner: nobody sees it any more. */
const maxLostStopMs = 4_000

async function start(
  options: StartOptions,
  appDataFolder: string,
  shell: ShellLink | null,
): Promise<{ readonly server: RunningServer; readonly demo: DemoApi | null }> {
  const demo = options.startsDemo ? await startDemoApi() : null
  try {
    const server = await startServer({
      port: options.port,
      pageFolder: options.pageFolder,
      appDataFolder,
      demoBaseUrl: demo?.baseUrl ?? null,
      desktop: shell && {
        show: asked => shell.send({ type: 'show', asked }),
        focus: windowId => shell.send({ type: 'focus', windowId }),
        reportBroken: windowId => shell.send({ type: 'broken', windowId }),
      },
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

const args = process.argv.slice(2)
const shell = args.includes('--desktop') ? connectShell(process) : null
await runProgram(
  () => main(readStartOptions(args), shell),
  sentence => shell?.sendLast({ type: 'failed', sentence }),
)
