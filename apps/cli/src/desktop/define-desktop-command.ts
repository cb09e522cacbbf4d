import type { Command } from 'commander'
import { onlyOnce } from '../options/add-request-options.ts'

/** The options of `parley desktop` as typed. */
export interface DesktopOptions {
  readonly host?: string
  /** False with `--no-demo`. */
  readonly demo: boolean
}

/** Adds `parley desktop` to a program; `run` gets what to open, if anything, and options. */
export function defineDesktopCommand(
  program: Command,
  run: (target: string | undefined, options: DesktopOptions) => Promise<void>,
): void {
  program
    .command('desktop')
    .description('Start the Parley app in a window of its own.')
    .usage('[WORKSPACE|FILE|LINK] [options]')
    .argument('[target]', 'the folder of a workspace or collection, a file to import, or a parley:// link')
    .addOption(
      onlyOnce(
        '--host <host>',
        'what shows the window: webview, chromium or browser; the one in Settings by default, otherwise the first that works',
      ),
    )
    .option('--no-demo', 'do not start the demo API')
    .showHelpAfterError('Run parley desktop --help to see its options.')
    .addHelpText('after', examples)
    .action(run)
}

const examples = `
The app ends when its last window is closed. If Parley is already running, its window comes to the front and opens what you
asked for.

Examples:
  parley desktop
  parley desktop ~/apis
  parley desktop collection.json --host chromium

Exit codes:
  0    ended
  3    could not start: an argument is invalid, or no program can show a window
  130  interrupted before it was ready`
