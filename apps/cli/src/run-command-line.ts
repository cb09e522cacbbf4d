import { Command, CommanderError } from 'commander'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { type SendOptions, sendCommand } from './send-command.ts'
import { harmlessText } from './terminal-text.ts'
import { version } from './version.ts'

/** Reads the arguments, runs the command they name and resolves with the exit code. */
export async function runCommandLine(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok
  const program = new Command('parley')
    .description('Send API requests from the command line, with the engine of the Parley app.')
    .version(version, '-V, --version')
    .exitOverride()
    .configureOutput({ writeErr: text => process.stderr.write(harmlessText(text)) })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run parley --help to see what can be typed.')
    .addHelpText('after', exitCodeHelp)
  program
    .command('send')
    .description('Send one request and print the response body.')
    .usage('[METHOD] URL [options]')
    .argument('[words...]', 'the method (GET where it is left out, POST with a body) and the URL')
    .option('-H, --header <line>', "a header, as 'Name: value'; may be given several times", collect)
    .option('-d, --data <body>', 'the body, as typed')
    .option('--json <body>', 'the body, sent as application/json')
    .option('-F, --form <field>', 'a field of a form, as name=value or name=@file; see below', collect)
    .option('--file <file>', 'send the content of a file as the body')
    .option('-o, --output <file>', 'write the response body to a new file')
    .option('-i, --include', 'print the status line and headers before the body')
    .addHelpText('after', sendExamples)
    .action(async (words: readonly string[], options: SendOptions) => {
      code = await sendCommand(words, options)
    })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.badInput
  }
}

function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value]
}

const sendExamples = `
Give one of --data, --json, --form and --file. --form may be given several times; ';type=text/csv' at
its end sets the Content-Type of the field. Files are sent as they stand on the disk.

Examples:
  parley send http://localhost:3000/books
  parley send POST http://localhost:3000/books --json '{"title": "Lavinia"}'
  parley send http://localhost:3000/covers --form title=Lavinia --form 'cover=@lavinia.png;type=image/png'
  parley send PUT http://localhost:3000/covers/7 --file lavinia.png
  parley send https://example.com/report.pdf -o report.pdf
  parley send DELETE http://localhost:3000/books/7 -H 'Authorization: Bearer TOKEN' --include`

const exitCodeHelp = `
Exit codes:
  0    a response came, whatever its status
  1    a bug in Parley
  2    the request failed: no connection, no whole response, no room for it
  3    something typed is wrong; nothing was sent
  130  interrupted with Ctrl+C`
