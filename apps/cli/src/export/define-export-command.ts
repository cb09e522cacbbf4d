import type { Command } from 'commander'
import { onlyOnce } from '../options/add-request-options.ts'

/** The options of `parley export` as typed. */
export interface ExportOptions {
  readonly to?: string
  readonly output?: string
  readonly force?: boolean
}

/** Adds `parley export` to a program; `run` gets the folder and options. */
export function defineExportCommand(
  program: Command,
  run: (folder: string, options: ExportOptions) => Promise<void>,
): void {
  program
    .command('export')
    .description('Print a collection as a file for another program; secrets become placeholders.')
    .usage('COLLECTION --to FORMAT [options]')
    .argument('<collection>', 'the folder of a collection, or of a workspace with one collection')
    .addOption(onlyOnce('--to <format>', 'opencollection, postman, openapi or curl'))
    .addOption(onlyOnce('-o, --output <file>', 'write to a new file instead of standard output'))
    .option('--force', 'overwrite the file of --output if it exists')
    .showHelpAfterError('Run parley export --help to see its options.')
    .addHelpText('after', examples)
    .action(run)
}

const examples = `
What the format cannot represent is listed on standard error. Secret values are never exported.

Examples:
  parley export ~/apis/Shop --to postman > shop.postman_collection.json
  parley export ~/apis/Shop --to opencollection -o shop.yml
  parley export ~/apis/Shop --to openapi | jq .paths
  parley export ~/apis/Shop --to curl

Exit codes:
  0  exported
  2  the file could not be written
  3  an argument is invalid, or there is no collection`
