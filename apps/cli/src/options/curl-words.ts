import { type Command, InvalidArgumentError, Option } from 'commander'
import { addOtherName } from './add-request-options.ts'

/** Options of cURL, HTTPie and xh that say what is done anyway. */
const accepted: readonly (readonly [flags: string, what: string])[] = [
  ['-L, --location', 'redirects are followed'],
  ['--follow', 'redirects are followed'],
  ['-S, --show-error', 'errors are printed'],
  ['-N, --no-buffer', 'text is printed as it arrives'],
  ['-g, --globoff', 'brackets in a URL are sent'],
]

/** Options of cURL, HTTPie and xh that have another name here. */
const renamed: readonly (readonly [
  flags: string,
  what: string,
  implied: Readonly<Record<string, unknown>>,
])[] = [
  ['-s, --silent', 'the same as --quiet', { quiet: true }],
  ['--check-status', 'the same as --fail', { fail: true }],
  ['--offline', 'the same as --dry-run', { dryRun: true }],
  ['--http1.1', 'the same as --http 1.1', { http: '1.1' }],
  ['--http2', 'the same as --http 2', { http: '2' }],
]

/** Options of cURL, HTTPie and xh for which something else is given, each with what that is. */
const refused: readonly (readonly [flags: string, instead: string])[] = [
  ['-a, --auth <user>', 'Give it as --user NAME:PASSWORD or --bearer TOKEN.'],
  ['--body <text>', 'Give it as --data or --json.'],
  ['--headers', 'Give -i, which prints them before the body.'],
  ['--download', 'Give -O for the name in the URL, or -o FILE.'],
  ['--verify <what>', 'Give --cacert FILE, or --insecure.'],
  ['--url <url>', 'Write it without an option.'],
  ['-A, --user-agent <name>', "Give it as -H 'User-Agent: NAME'."],
  ['-b, --cookie <cookies>', "Give them as -H 'Cookie: NAME=VALUE'."],
  ['--referer <url>', "Give it as -H 'Referer: URL'."],
  ['-m, --max-time <seconds>', 'Give it in milliseconds, as --timeout 5000.'],
  ['-T, --upload-file <file>', 'Write PUT before the URL, and give the file as --file FILE.'],
  ['-w, --write-out <format>', 'Give --json-output, whose document has status, sizes and times.'],
  [
    '--data-urlencode <data>',
    "Give each field as -F 'NAME=VALUE', or encode the text and give it as --data.",
  ],
  ['--oauth2-bearer <token>', 'Give it as --bearer TOKEN.'],
  ['-G, --get', 'Write the fields into the URL, behind a question mark.'],
  ['-I, --head', 'Write HEAD before the URL, and add -i.'],
  ['-v, --verbose', 'Give --timing for the connection and its phases, and -i for the headers.'],
  ['--compressed', "Give it as -H 'Accept-Encoding: gzip, br, zstd'."],
]

/** Takes the options that users of cURL, HTTPie and xh type: those that mean what is done here, and others with what to give instead. */
export function addCurlWords(command: Command): void {
  addOtherName(command, '--request <method>', 'method')
  for (const [flags, what] of accepted) command.addOption(new Option(flags, what).hideHelp())
  for (const [flags, what, implied] of renamed)
    command.addOption(new Option(flags, what).implies(implied).hideHelp())
  for (const [flags, instead] of refused) {
    const option = new Option(flags, instead).hideHelp()
    if (option.required)
      option.argParser(() => {
        throw new InvalidArgumentError(instead)
      })
    else
      command.on(`option:${option.name()}`, () =>
        command.error(`error: ${option.short ?? option.long} is an option of other clients. ${instead}`),
      )
    command.addOption(option)
  }
}

/** Options of Parley that cURL does not have, and that may be anywhere in a pasted command. */
const ownFlags: ReadonlySet<string> = new Set([
  '--dry-run',
  '--offline',
  '--json-output',
  '--timing',
  '--pager',
])

/**
 * Turns `parley send curl …` into `parley send --curl 'curl …'`, whatever options of `send` are before it. Flags of Parley
 * behind it are those of the send.
 */
export function withCurlCommand(program: Command, args: readonly string[]): readonly string[] {
  const send = program.commands.find(command => command.name() === 'send')
  const at = args[0] === 'send' && send !== undefined ? firstWord(send, args) : -1
  if (args[at] !== 'curl') return args
  const command = args.slice(at)
  const words = command.filter(word => !ownFlags.has(word)).map(word => `'${word.replaceAll("'", `'\\''`)}'`)
  return [...args.slice(0, at), ...command.filter(word => ownFlags.has(word)), '--curl', words.join(' ')]
}

/** Returns the place of the first word that is neither an option nor the value of one. */
function firstWord(send: Command, args: readonly string[]): number {
  for (let at = 1; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (!word.startsWith('-') || word === '-') return at
    const option = send.options.find(({ short, long }) => word === long || word.slice(0, 2) === short)
    const isValueNext = option?.required === true && (word === option.long || word === option.short)
    if (isValueNext) at += 1
  }
  return -1
}
