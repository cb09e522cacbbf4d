import type { Command } from 'commander'
import { addNetworkOptions, type NetworkOptions } from '../options/add-network-options.ts'
import { addOtherName, collect, onlyOnce } from '../options/add-request-options.ts'

/** The options of `parley mcp` as typed. */
export interface McpOptions extends NetworkOptions {
  readonly env?: string
  readonly secret?: readonly string[]
  readonly allowHost?: readonly string[]
  readonly allowFile?: readonly string[]
  readonly collections?: string
  readonly readOnly?: boolean
  readonly allowWrite?: boolean
  readonly sendsPerMinute?: string
  readonly listen?: string
}

/** Adds `parley mcp` to a program; `run` gets the folders of workspaces and the options. */
export function defineMcpCommand(
  program: Command,
  run: (workspaces: readonly string[], options: McpOptions) => Promise<void>,
): void {
  const command = program
    .command('mcp')
    .description(
      'Let agents send your saved requests (Model Context Protocol), with secrets that they never see.',
    )
    .usage('[WORKSPACE...] [options]')
    .argument('[workspaces...]', 'folders of workspaces or collections; by default the current folder')
    .optionsGroup('What agents may use:')
    .addOption(onlyOnce('--collections <names>', 'only these collections, separated by commas'))
    .option('--read-only', 'send only GET, HEAD and OPTIONS')
    .option('--allow-write', 'agents may change and create requests, but no scripts and no authorization')
    .option(
      '--allow-host <host>',
      "allow secrets to this host even if an agent's variable, a script or a redirect chose it; may be given several times",
      collect,
    )
    .option(
      '--allow-file <path>',
      'requests may send this file, or files in this folder; may be given several times',
      collect,
    )
    .addOption(
      onlyOnce('--sends-per-minute <count>', 'requests that agents may send in a minute; 60 by default'),
    )
    .optionsGroup('Variables:')
    .addOption(onlyOnce('-e, --env <name>', 'the environment, with its secrets on this device'))
    .option(
      '--secret <variable>',
      'the value of a secret variable, as name=@file or name=value; never shown',
      collect,
    )
    .optionsGroup('Connection:')
    .addOption(
      onlyOnce('--listen <port>', 'listen on 127.0.0.1 instead of standard input; 0 for any free port'),
    )
  addNetworkOptions(command)
  addOtherName(command, '--environment <name>', 'env')
  addOtherName(command, '--http <port>', 'listen')
  command
    .showHelpAfterError('Run parley mcp --help to see its options.')
    .addHelpText('after', examples)
    .action(run)
}

const examples = `
An agent starts this command itself. It ends when its input ends, or with Ctrl+C. Each call is one line on standard
error. Scripts read no secrets here. Requests with extensions.parley.agents: false are not shown.

Exit codes:
  0    the agent ended the connection
  3    an argument is invalid, or the port is in use
  130  interrupted with Ctrl+C

Examples:
  parley mcp ~/apis --env Staging
  parley mcp . --read-only --collections Books,Users
  parley mcp . --listen 4300 --secret apiKey=@/run/secrets/api-key`
