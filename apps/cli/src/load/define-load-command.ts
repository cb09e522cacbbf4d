import type { Command } from 'commander'
import { addOtherName, collect, onlyOnce } from '../options/add-request-options.ts'
import { addSelectionOptions, addVariableOptions } from '../options/add-shared-options.ts'
import type { RunCommandOptions } from '../run/run-options.ts'

/** The options of `parley load` as typed. */
export interface LoadOptions
  extends Pick<
    RunCommandOptions,
    | 'folder'
    | 'only'
    | 'skip'
    | 'env'
    | 'envVar'
    | 'var'
    | 'iterationData'
    | 'iterations'
    | 'force'
    | 'reporter'
    | 'secret'
  > {
  readonly allowFile?: readonly string[]
  readonly engine?: string
  readonly export?: string
  readonly host?: string
  readonly users?: string
  readonly rate?: string
  readonly ramp?: string
  readonly for?: string
  readonly think?: string
  readonly threshold?: readonly string[]
}

/** Adds `parley load` to a program; `run` gets its paths and options. */
export function defineLoadCommand(
  program: Command,
  run: (paths: readonly string[], options: LoadOptions) => Promise<void>,
): void {
  const command = program
    .command('load')
    .description(
      'Write a load test from saved requests for the program that makes the load, or run a small one here.',
    )
    .usage('PATH... --engine ENGINE [--export FOLDER] [options]')
    .argument(
      '<paths...>',
      'folders and requests of Parley, or files of Postman, Bruno, Hoppscotch or Insomnia',
    )
    .addOption(onlyOnce('--engine <name>', 'the program that makes the load: locust or k6'))
    .addOption(
      onlyOnce(
        '--export <folder>',
        'where to write the script, its data and files, and a README; without it a small test runs here',
      ),
    )
    .option('--force', 'overwrite the files of an earlier export, or existing reports')
    .optionsGroup('Run here, at most 50 users for 60 s:')
    .addOption(
      onlyOnce('--host <host>', 'the host of the requests, typed again; not needed for this computer'),
    )
    .option(
      '-r, --reporter <name>',
      'cli, json, junit or html; NAME=FILE writes to a file; may be given several times',
      collect,
    )
    .option(
      '--secret <variable>',
      'the value of a secret variable, as name=@file or name=value; never shown',
      collect,
    )
    .optionsGroup('Load:')
    .addOption(onlyOnce('--users <count>', 'number of users at the same time; 10 by default'))
    .addOption(onlyOnce('--rate <rate>', 'requests a second of all users together, such as 50/s'))
    .addOption(onlyOnce('--ramp <time>', 'start the users over this time, which is not in the figures'))
    .addOption(onlyOnce('--for <time>', 'end it after this time, such as 10s, 500ms or 2m'))
    .addOption(
      onlyOnce('-n, --iterations <count>', 'number of rounds of all users together, instead of --for'),
    )
    .addOption(onlyOnce('--think <time>', 'the wait after each request, such as 1s or 0.5-2s'))
    .option(
      '--threshold <limit>',
      'fail if a figure is not below a limit: p95<300, avg<100, max<1000 (ms) or errors<1%; may be given several times',
      collect,
    )
  addRequestChoices(command)
  command
    .showHelpAfterError('Run parley load --help to see its options.')
    .addHelpText('after', help)
    .action(run)
  addOtherName(command, '-d, --data <file>', 'iterationData')
}

/** Adds the options that select requests and give them values, as those of `parley run`. */
function addRequestChoices(command: Command): void {
  command.optionsGroup('Requests:')
  addSelectionOptions(command)
  addVariableOptions(command)
  command
    .addOption(onlyOnce('--iteration-data <file>', 'a data file, CSV or JSON: each round takes the next row'))
    .option(
      '--allow-file <path>',
      'requests may send this file, or files in this folder; may be given several times',
      collect,
    )
}

const help = `
Load needs the permission of the owner of the server. With --export, parley load sends nothing: it writes a folder, whose README
has the commands to run it. Secrets become environment variables of the script. What is not translated, such as script code
other than checks and variables, is listed with its request and line before anything is written or sent.

Exit codes:
  0    the folder was written; run here: all thresholds are met, or without thresholds no request failed
  1    run here: a threshold is not met, or a request failed
  2    a file could not be written, or the engine could not be run
  3    an argument or a file is invalid, or no request can be translated; nothing was written or sent
  130  interrupted with Ctrl+C

Examples:
  parley load shop --engine locust --users 5 --for 10s --threshold 'p95<300' -r html=load.html
  parley load shop --engine locust --export load-test
  parley load shop --engine locust --export load-test --users 20 --ramp 10s --for 60s --threshold 'p95<300' --threshold 'errors<1%'
  parley load shop --only tag:smoke --iteration-data users.csv --think 0.5-2s --rate 50/s --engine k6 --export load-test`
