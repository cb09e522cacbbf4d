import { ensureAppDataFolder, StartError } from '@parley/server/desktop'
import { DesktopApp } from './desktop-app.ts'
import { hostsInOrder } from './hosts/choose-host.ts'
import { hostSetting } from './hosts/host-setting.ts'
import { probeArgument, probeWebview } from './hosts/webview/probe-webview.ts'
import { OptionsError, readDesktopOptions } from './read-desktop-options.ts'
import { WindowState } from './window-state.ts'

/** The exit code if what was typed is wrong. */
const badInput = 3

/** Starts the desktop app; resolves to its exit code when its last window is closed. */
async function main(args: readonly string[]): Promise<number> {
  const print = (sentence: string) => process.stderr.write(`${sentence}\n`)
  // Whatever the hosts store is private to the user, as the rest of the app data is.
  process.umask(0o077)
  const options = readDesktopOptions(args)
  const appDataFolder = ensureAppDataFolder(print)
  const wanted = options.host ?? (await hostSetting(appDataFolder))
  const hosts = hostsInOrder(wanted, { appDataFolder, environment: process.env, print })
  const app = new DesktopApp({ options, hosts, state: new WindowState(appDataFolder), print })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void app.end())
  return app.run()
}

/** A packaged Electron app is its own program, and has no path of a script before its arguments. */
const isPackagedElectron = process.versions.electron !== undefined && !('defaultApp' in process)

const args = process.argv.slice(isPackagedElectron ? 1 : 2)

try {
  if (args.length === 1 && args[0] === probeArgument) probeWebview()
  else process.exit(await main(args))
} catch (error) {
  if (!(error instanceof OptionsError || error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = badInput
}
