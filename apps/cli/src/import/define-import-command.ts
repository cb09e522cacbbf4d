import type { Command } from 'commander'
import { onlyOnce } from '../options/add-request-options.ts'

/** The options of `parley import` as typed. */
export interface ImportOptions {
  readonly into?: string
  readonly check?: boolean
  readonly jsonOutput?: boolean
  readonly update?: boolean
  readonly again?: boolean
  readonly eventStreams?: boolean
}

/** Adds `parley import` to a program; `run` gets its source and options. */
export function defineImportCommand(
  program: Command,
  run: (source: string, options: ImportOptions) => Promise<void>,
): void {
  program
    .command('import')
    .description('Import collections, environments and API descriptions into a workspace.')
    .usage('SOURCE --into WORKSPACE [options]')
    .argument('<source>', 'a file, folder, ZIP archive or URL; - for standard input')
    .addOption(onlyOnce('--into <workspace>', 'the folder of the workspace; created if it does not exist'))
    .option('--check', 'list what an import would add, and write nothing')
    .option('--update', 'update collections that came from an earlier version of an OpenAPI document')
    .option('--again', 'import the document as a new collection instead')
    .option('--event-streams', 'import requests that ask for an event stream as Server-Sent Events')
    .option('--json-output', 'print the report as one JSON document')
    .showHelpAfterError('Run parley import --help to see its options.')
    .addHelpText('after', examples)
    .action(run)
}

const examples = `
The format of a source is detected: Postman (collections v1 to v2.1, folders of schema 3.0, environments, account
dumps), Bruno and OpenCollection folders, Hoppscotch, Insomnia v3 to v5, Thunder Client, HAR, OpenAPI 2.0 to 3.1, WSDL 1.1, GraphQL
schemas and introspections, lists of cURL commands. Scripts are imported unchanged; nothing is run and nothing
that a document refers to is fetched.

A new version of an OpenAPI document updates what was imported from it and keeps what you added or changed. The
differences are shown first, and applied with --update.

Examples:
  parley import shop.postman_collection.json --into ~/apis
  parley import ./bruno-collection --into ~/apis
  parley import export.zip --into ~/apis --json-output
  parley import https://example.com/openapi.yaml --into ~/apis
  cat commands.sh | parley import - --into ~/apis
  parley import unknown.json --check

Exit codes:
  0    imported; the report, and import-report.md next to the collection, list what Parley cannot represent
  2    the URL could not be read, or something could not be written
  3    an argument is invalid, or nothing in the source can be imported
  130  interrupted with Ctrl+C; nothing was written`
