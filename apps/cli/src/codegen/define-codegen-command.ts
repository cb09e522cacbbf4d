import type { Command } from 'commander'
import { addEverydayHelp } from '../help/everyday-help.ts'
import { addRequestOptions, collect, onlyOnce, type RequestOptions } from '../options/add-request-options.ts'
import { addSavedOptions, type SavedOptions } from '../saved/saved-options.ts'

/** The options of `parley codegen` as typed. */
export interface CodegenOptions extends RequestOptions, SavedOptions {
  readonly target?: string
  readonly list?: boolean
  readonly option?: readonly string[]
  /** False after `--no-auth`. */
  readonly auth: boolean
  readonly curl?: string
}

/** Adds `parley codegen` to a program; `run` gets its words and options. */
export function defineCodegenCommand(
  program: Command,
  run: (words: readonly string[], options: CodegenOptions) => Promise<void>,
): void {
  const command = program
    .command('codegen')
    .description('Print the code that sends a request; nothing is sent and no file is uploaded.')
    .usage('--target TARGET [METHOD] URL|REQUEST [options]')
    .argument(
      '[words...]',
      'the method (GET by default, POST with a body) and the URL; or the path of a saved request',
    )
    .optionsGroup('Code:')
    .addOption(onlyOnce('-t, --target <target>', 'the language and library; see --list'))
    .option('--list', 'print the targets and their options')
    .option(
      '--option <option>',
      'an option of the target, as name=value; may be given several times',
      collect,
    )
    .option('--no-auth', 'leave authorization out')
    .addOption(
      onlyOnce(
        '--curl <command>',
        'a cURL or grpcurl command instead of a URL; @file reads it, @- from a pipe',
      ),
    )
  addSavedOptions(command)
  addRequestOptions(command, 'are part of the code unless --no-auth is given')
  command.showHelpAfterError('Run parley codegen --help to see its options.').action(run)
  addEverydayHelp(command, everyday, examples)
}

const everyday = {
  options: [
    ...[
      '--target',
      '--list',
      '--option',
      '--no-auth',
      '--curl',
      '--env',
      '--var',
      '--header',
      '--data',
      '--json',
    ],
    ...['--form', '--file', '--user', '--bearer'],
  ],
  examples: [
    'parley codegen --list',
    'parley codegen --target python http://localhost:3000/books',
    'parley codegen --target go shop/orders/add-order.yml --env Staging',
  ],
}

const examples = `
A name without a value is left in the code as {{name}}.

Examples:
  parley codegen --list
  parley codegen --target python http://localhost:3000/books
  parley codegen --target go POST http://localhost:3000/books --json @book.json --var title=Lavinia
  parley codegen --target curl http://localhost:3000/books --option short-flags --option timeout-ms=5000
  parley codegen --target python shop/orders/add-order.yml --env Staging
  parley codegen --target rust shop.postman_collection.json --only 'Add order'
  parley codegen --target java --curl 'curl -u ann:secret http://localhost:3000/books' --no-auth
  parley codegen --target typescript --curl @command.sh`
