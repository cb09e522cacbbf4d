import type { Command } from 'commander'
import { addNetworkOptions, type NetworkOptions } from '../options/add-network-options.ts'
import { onlyOnce } from '../options/add-request-options.ts'

/** The options of `parley explain` as typed. */
export interface ExplainOptions extends NetworkOptions {
  readonly test?: string
  readonly yes?: boolean
}

/** Adds `parley explain` to a program; `run` gets the path of the report, and the options. */
export function defineExplainCommand(
  program: Command,
  run: (report: string, options: ExplainOptions) => Promise<void>,
): void {
  const command = program
    .command('explain')
    .description(
      'Ask the AI assistant why requests in a run failed. It shows what will be sent and asks first.',
    )
    .argument('<report>', 'a report of parley run --reporter json; - for standard input')
    .addOption(onlyOnce('--test <name>', 'explain only the test or request with this name'))
    .option('-y, --yes', 'send without asking; required if nobody can be asked, such as in CI')
  addNetworkOptions(command)
  command
    .showHelpAfterError('Run parley explain --help to see its options.')
    .addHelpText('after', help)
    .action(run)
}

const help = `
Uses the assistant in the app's settings, unless these environment variables name another one:
  PARLEY_ASSISTANT_SERVICE  openai (default), anthropic or ollama
  PARLEY_ASSISTANT_ADDRESS  such as http://127.0.0.1:11434/v1
  PARLEY_ASSISTANT_MODEL    the name of a model
  PARLEY_ASSISTANT_KEY      the API key, if the service needs one

Examples:
  parley run . --reporter json=report.json; parley explain report.json
  parley explain report.json --test "Status code is 200" --yes`
