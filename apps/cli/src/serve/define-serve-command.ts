import type { Command } from 'commander'
import { onlyOnce } from '../options/add-request-options.ts'

/** The options of `parley serve` as typed. */
export interface ServeOptions {
  readonly port?: string
  /** False with `--no-open`. */
  readonly open: boolean
  /** False with `--no-demo`. */
  readonly demo: boolean
}

/** Adds `parley serve` to a program; `run` gets the folder of a workspace, if any, and options. */
export function defineServeCommand(
  program: Command,
  run: (workspace: string | undefined, options: ServeOptions) => Promise<void>,
): void {
  program
    .command('serve')
    .description('Start the Parley app in a browser, on this computer only.')
    .usage('[WORKSPACE] [options]')
    .argument('[workspace]', 'the folder of a workspace or collection; by default the one that was open last')
    .addOption(onlyOnce('--port <number>', 'the port to listen on; a free one by default'))
    .option('--no-open', 'print the address and do not open a browser')
    .option('--no-demo', 'do not start the demo API')
    .showHelpAfterError('Run parley serve --help to see its options.')
    .addHelpText('after', examples)
    .action(run)
}

const examples = `
Parley listens on 127.0.0.1 and ends with Ctrl+C. If it is already running, its page opens, with the workspace.

Examples:
  parley serve
  parley serve ~/apis --no-demo
  parley serve . --port 4200 --no-open

Exit codes:
  0    ended
  3    could not start: an argument is invalid, or the port is in use
  130  interrupted before it was ready`
