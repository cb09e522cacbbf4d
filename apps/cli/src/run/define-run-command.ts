import type { Command } from 'commander'
import { addEverydayHelp } from '../help/everyday-help.ts'
import { addNetworkOptions } from '../options/add-network-options.ts'
import { addOtherName, allowHostHelp, collect, onlyOnce } from '../options/add-request-options.ts'
import {
  addReportOptions,
  addSelectionOptions,
  addSendingOptions,
  addVariableOptions,
} from '../options/add-shared-options.ts'
import { addPermissionOptions } from '../saved/saved-options.ts'
import { nameEquivalentOptions } from './name-equivalent-options.ts'
import type { RunCommandOptions } from './run-options.ts'

/** Adds `parley run` to a program; `run` gets its paths and options. */
export function defineRunCommand(
  program: Command,
  run: (paths: readonly string[], options: RunCommandOptions) => Promise<void>,
): void {
  const command = program
    .command('run')
    .description('Send all requests of a workspace, collection, folder or file, run their tests and report.')
    .usage('PATH... [options]')
    .argument(
      '<paths...>',
      'folders and requests of Parley, or files of Postman, Bruno, Hoppscotch or Insomnia; - for standard input',
    )
  addSelection(command)
  addPermissionOptions(command)
  command
    .option('--allow-host <host>', allowHostHelp, collect)
    .addOption(onlyOnce('--iteration-data <file>', 'a data file, CSV or JSON: one iteration for each row'))
  addExecution(command)
  command.optionsGroup('Sending (unless a request has its own setting):')
  addSendingOptions(command)
  addNetworkOptions(command)
  command.optionsGroup('Output:')
  addReportOptions(command)
  command.showHelpAfterError('Run parley run --help to see its options.').action(run)
  addOtherName(command, '-d, --data <file>', 'iterationData')
  nameEquivalentOptions(command)
  addEverydayHelp(command, everyday, examples)
}

function addSelection(command: Command): void {
  command.optionsGroup('What is sent:')
  addSelectionOptions(command)
  command
    .addOption(
      onlyOnce(
        '--failed-in <file>',
        'only what failed in an earlier run, from its report of --reporter json=FILE',
      ),
    )
    .addOption(
      onlyOnce(
        '--shard <part>',
        'only one part of these requests, such as 2/5, with the other parts on other machines',
      ),
    )
    .addOption(
      onlyOnce(
        '--shard-by <file>',
        'give parts the same time, from the report of --reporter json=FILE of an earlier run',
      ),
    )
    .optionsGroup('Variables:')
  addVariableOptions(command)
}

function addExecution(command: Command): void {
  command
    .optionsGroup('Execution:')
    .addOption(
      onlyOnce(
        '-n, --iterations <count>',
        'number of iterations; 1 by default, or one per row of --iteration-data',
      ),
    )
    .addOption(
      onlyOnce(
        '--parallel <count>',
        'number of iterations at the same time, each with its own values and cookies',
      ),
    )
    .addOption(onlyOnce('--delay <ms>', 'the pause between two requests'))
    .option('--bail', 'stop after the first request that fails')
    .option(
      '--fail-on-status',
      'let a request fail on a status of 400 or above that none of its tests looks at',
    )
    .addOption(
      onlyOnce('--retries <count>', 'maximum number of retries of a request that fails or whose tests fail'),
    )
    .addOption(
      onlyOnce(
        '--retry-delay <ms>',
        'the pause before the first retry, doubled for each further one; 1000 by default',
      ),
    )
    .option('--poll <name>', 'send these requests until they pass; written as for --only', collect)
    .addOption(onlyOnce('--poll-every <ms>', 'the pause between two sends of --poll; 1000 by default'))
    .addOption(onlyOnce('--poll-for <ms>', 'stop --poll after this time; 60000 by default'))
    .option('--script-order', 'let scripts change the order (setNextRequest, skipRequest)')
    .option(
      '--trace',
      'send a traceparent header with each request, so that servers record them as one trace',
    )
}

const everyday = {
  options: [
    ...['--only', '--skip', '--env', '--env-var', '--secret', '--allow-secret', '--iteration-data'],
    ...['--iterations', '--parallel', '--bail', '--fail-on-status', '--retries', '--timeout', '--insecure'],
    ...['--reporter', '--verbose', '--quiet'],
  ],
  examples: [
    'parley run .',
    'parley run shop/orders --env Staging --bail',
    'parley run shop.postman_collection.json -e staging.postman_environment.json',
    'parley run . -r junit=report.xml -r html=report.html',
  ],
}

const examples = `
Requests may send only files below the folder of what is run, and none with a name that begins with a dot; more
with --allow-file.
Scripts may read a secret that --allow-secret names, or that you allowed in the app on this device.
Folders with the tag keep-together are never split by --shard; parley report merge joins the reports of shards.
Reports are complete even if the run is interrupted, and contain no secret values.

Exit codes:
  0    everything passed
  1    a test failed or a script threw
  2    a request failed: no connection, no complete response, or no report written
  3    an argument or a file is invalid; nothing was sent
  130  interrupted with Ctrl+C

Examples:
  parley run .
  parley run shop/orders --env Staging --bail
  parley run shop.postman_collection.json -e staging.postman_environment.json
  parley run . --only tag:smoke --skip 'Delete *'
  parley run . --iteration-data users.csv --parallel 4
  parley run . --secret apiKey=@/run/secrets/api-key --timeout 5000 --retries 2
  parley run . --reporter junit=report.xml --reporter html=report.html
  parley run . --reporter json=last.json; parley run . --failed-in last.json
  parley run . --shard 2/5 --reporter json=shard-2.json`
