import { type Command, Option } from 'commander'
import { addNetworkOptions, type NetworkOptions } from '../options/add-network-options.ts'
import { allowHostHelp, collect, onlyOnce } from '../options/add-request-options.ts'
import { addPermissionOptions, addSavedOptions, type SavedSendOptions } from '../saved/saved-options.ts'

/** The options of `parley schema` as typed. */
export interface SchemaOptions extends SavedSendOptions, NetworkOptions {
  readonly var?: readonly string[]
  readonly allowHost?: readonly string[]
  readonly withScripts?: boolean
  readonly jsonOutput?: boolean
  readonly output?: string
  readonly force?: boolean
}

/** Adds `parley schema` to a program; `run` gets the path of the request, and the options. */
export function defineSchemaCommand(
  program: Command,
  run: (path: string, options: SchemaOptions) => Promise<void>,
): void {
  const command = program
    .command('schema')
    .description('Fetch the schema of the GraphQL server of a saved request.')
    .argument('<request>', 'the path of a saved request, or of a folder with --only')
    .option('--with-scripts', 'run the pre-request scripts first')
    .option('--var <variable>', 'a value that overrides all others, as name=value', collect)
  addSavedOptions(command)
  addPermissionOptions(command)
  command.optionsGroup('Sending:').option('--allow-host <host>', allowHostHelp, collect)
  addNetworkOptions(command)
  command
    .optionsGroup('Output:')
    .addOption(onlyOnce('-o, --output <file>', 'write the schema to a new file; - for standard output'))
    .option('--force', 'overwrite the file of --output if it exists')
    .option(
      '--json-output',
      'write the response to the introspection query instead of SDL; the default for a .json file',
    )
    .addOption(new Option('--json', 'the same as --json-output').implies({ jsonOutput: true }).hideHelp())
    .showHelpAfterError('Run parley schema --help to see its options.')
    .addHelpText('after', examples)
    .action(run)
}

const examples = `
Sends an introspection query with the headers and the authorization of the request.

Examples:
  parley schema shop/books.yml -o schema.graphql
  parley schema shop/books.yml -o schema.json --force
  parley schema shop --only Books --env Staging --secret apiKey=@/run/secrets/api-key`
