import { openAppDataFolder } from '@parley/appdata'
import { DesktopApp } from './desktop-app.ts'
import { chooseHost } from './hosts/choose-host.ts'
import { OptionsError, readDesktopOptions } from './read-desktop-options.ts'

/** The exit code if what was typed is wrong. */
const badInput = 3

/** Starts the desktop app; resolves to its exit code when its last window is closed. */
async function main(args: readonly string[]): Promise<number> {
  const print = (sentence: string) => process.stderr.write(`${sentence}\n`)
  const options = readDesktopOptions(args)
  const { host, sentences } = chooseHost(options.host, openAppDataFolder(print))
  for (const sentence of sentences) print(sentence)
  const app = new DesktopApp(host, options)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void app.end())
  return app.run()
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof OptionsError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = badInput
}
