import { type Command, Option } from 'commander'
import { addEverydayHelp } from '../help/everyday-help.ts'
import { addNetworkOptions } from '../options/add-network-options.ts'
import { addRequestOptions, allowHostHelp, collect, onlyOnce } from '../options/add-request-options.ts'
import { addSendingOptions } from '../options/add-shared-options.ts'
import { addCurlWords } from '../options/curl-words.ts'
import { addPermissionOptions, addSavedOptions } from '../saved/saved-options.ts'
import type { SendOptions } from './send-options.ts'

/** Adds `parley send` to a program; `run` gets its words and options. */
export function defineSendCommand(
  program: Command,
  run: (words: readonly string[], options: SendOptions) => Promise<void>,
): void {
  const command = program
    .command('send')
    .description('Send one request, typed or saved, and print the response body.')
    .usage('[METHOD] URL|REQUEST|curl … [options]')
    .argument(
      '[words...]',
      'the method (GET by default, POST with a body) and the URL; or the path of a saved request',
    )
  addRequestOptions(command, 'are never shown')
  command.addOption(
    onlyOnce('--curl <command>', 'send a cURL or grpcurl command; @file reads it, @- from a pipe'),
  )
  addCurlWords(command)
  addSavedOptions(command)
  addPermissionOptions(command)
  command
    .optionsGroup('GraphQL (of a saved request):')
    .addOption(onlyOnce('--operation <name>', 'the operation to run, if the query has several'))
    .addOption(
      onlyOnce('--variable-json <object>', 'variables that replace those of the request; @file reads them'),
    )
    .option('--fail-on-graphql-errors', 'exit with 1 if the response has errors and no data')
  addStreamOptions(command)
  command.optionsGroup('Sending:')
  addSendingOptions(command)
  command
    .option('--allow-host <host>', allowHostHelp, collect)
    .option('--dry-run', 'send nothing; print the request as it would go out, with secrets as names')
  addNetworkOptions(command)
  command
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'write the response body to a new file; - for standard output')
    .option('-O, --remote-name', 'write it to a new file, named as the end of the path of the URL')
    .option('-J, --remote-header-name', 'write it to a new file, named as the server says')
    .option('--force', 'overwrite the file if it exists')
    .option('-f, --fail', 'exit with 1 if the status is 400 or more; the body is printed all the same')
    .addOption(
      new Option('--fail-with-body', 'the same, as curl calls it').implies({ fail: true }).hideHelp(),
    )
    .option('-i, --include', 'print the status line and headers before the body')
    .option('--pager', 'show the body on a terminal with PAGER, or with less')
    .option('--json-output', 'print one JSON document with request, response and timings')
    .option('--timing', 'print phases, connection, sizes and redirects to standard error')
    .option('-q, --quiet', 'print no notes and no progress to standard error, only errors')
    .showHelpAfterError('Run parley send --help to see its options.')
    .action(run)
  addEverydayHelp(command, everyday, examples)
}

const everyday = {
  options: [
    ...['--header', '--var', '--bearer', '--user', '--data', '--json', '--form', '--file', '--curl', '--env'],
    ...['--secret', '--timeout', '--no-follow', '--dry-run', '--insecure', '--output', '--fail', '--include'],
    ...['--json-output', '--timing', '--quiet'],
  ],
  examples: [
    'parley send :3000/books',
    `parley send POST http://localhost:3000/books --json '{"title": "Lavinia"}'`,
    'parley send curl -u ada:SECRET http://localhost:3000/books',
    'parley send shop/orders/add-order.yml --env Staging',
  ],
}

function addStreamOptions(command: Command): void {
  command
    .optionsGroup('Event streams and WebSockets:')
    .addOption(onlyOnce('--events <count>', 'end the stream after this many events'))
    .addOption(onlyOnce('--messages <count>', 'close the WebSocket after this many messages from the server'))
    .addOption(onlyOnce('--for <time>', 'end it after this time, such as 10s, 500ms or 2m'))
    .addOption(
      onlyOnce(
        '--until <condition>',
        `end it after the first event or message whose data matches: '$.status == "done"'`,
      ),
    )
    .option('--json-lines', 'print each event or message as a JSON object with its data, time and more')
    .option('--raw', 'print the body, a stream or messages as they arrive, also on a terminal')
    .option(
      '--interactive',
      'send each line that is typed to the WebSocket; the lines of a pipe are always sent',
    )
}

const examples = `
--form may be given several times; ';type=text/csv' at its end sets the Content-Type of the field.
An event stream is printed one event per line, and --events, --for or --until end it with exit code 0.
A WebSocket sends its selected messages and the lines of standard input, and prints a line for each message of the
server; --messages, --for or --until close it with exit code 0. They end a gRPC call as well.
A saved request is sent with all that it inherits, its scripts and its tests; it may send only files below the folder
of its workspace, or of its file. Its tests are printed to standard error, and the exit code is 1 if one fails.
A send that takes more than a second shows its progress on the terminal until the body appears there.

Examples:
  parley send http://localhost:3000/books
  parley send POST http://localhost:3000/books --json '{"title": "Lavinia"}'
  parley send http://localhost:3000/books --json @book.json --var title=Lavinia
  parley send http://localhost:3000/covers --form title=Lavinia --form 'cover=@lavinia.png;type=image/png'
  parley send PUT http://localhost:3000/covers/7 --file lavinia.png
  parley send https://example.com/report.pdf -o report.pdf --force
  parley send DELETE http://localhost:3000/books/7 --bearer TOKEN --include
  parley send http://localhost:3000/books --user ada:SECRET --digest
  parley send :3000/books
  parley send curl -u ada:SECRET http://localhost:3000/books
  parley send 'http://{{host}}/books' --var host=localhost:3000 --timeout 5000 --timing
  parley send shop/orders/add-order.yml --env Staging --secret apiKey=@/run/secrets/api-key
  parley send shop/books.yml --operation Books --variable-json '{"first": 3}'
  parley send shop/chat.yml --messages 3
  echo '{"subscribe": "books"}' | parley send wss://example.com/feed --for 10s --json-lines
  parley send shop/stock.yml --until '$.inStock == 0' --json-lines
  parley send http://localhost:3000/books --json-output | jq .response.statusCode`
