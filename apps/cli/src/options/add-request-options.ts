import { type Command, InvalidArgumentError, Option } from 'commander'
import type { AuthOptions } from '../send/read-auth.ts'
import type { BodyOptions } from '../send/read-body.ts'

/** The options of a request as typed. */
export interface RequestOptions extends CallOptions, BodyOptions {
  readonly method?: string
}

/** The options of every typed request, whatever its protocol. */
export interface CallOptions extends AuthOptions {
  readonly header?: readonly string[]
  readonly var?: readonly string[]
}

/**
 * Adds the options that define a request to a command; `authNote` is added to the help of the authorization
 * options.
 */
export function addRequestOptions(command: Command, authNote: string): void {
  command
    .optionsGroup('Request:')
    .option('-X, --method <method>', 'the method, instead of the word before the URL')
  addCallOptions(command, authNote)
  command
    .optionsGroup('Body (one of these; {{names}} are filled in, except in files of --form and --file):')
    .addOption(onlyOnce('-d, --data <body>', 'the body as typed; @file reads it from a file, @- from a pipe'))
    .addOption(onlyOnce('--data-raw <body>', 'the body as typed, including a leading @'))
    .addOption(onlyOnce('--json <body>', 'as --data, sent as application/json'))
    .option('-F, --form <field>', 'a field of a form, as name=value or name=@file; see below', collect)
    .addOption(onlyOnce('--file <file>', 'send the bytes of a file as the body; - for standard input'))
}

/** Adds the options that every typed request has. */
export function addCallOptions(command: Command, authNote: string): void {
  command
    .option('-H, --header <line>', "a header, as 'Name: value'; may be given several times", collect)
    .option('--var <variable>', 'a value for {{name}}, as name=value; may be given several times', collect)
    .optionsGroup(`Authorization (one of these; they take {{names}}, and ${authNote}):`)
    .addOption(onlyOnce('--bearer <token>', 'send the token as Authorization: Bearer'))
    .addOption(onlyOnce('-u, --user <name:password>', 'authorize with Basic'))
    .option('--digest', 'use Digest with --user, once the server asks for it')
}

/** The help text of `--allow-host`, for every command. */
export const allowHostHelp =
  'allow secrets to this destination even if a script or redirect chose it, as host, host:port or origin; may be given several times'

/** Collects the values of an option that may be given several times. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value]
}

/**
 * Adds a further name of an option, which no help shows: users of other clients or of an earlier version type it.
 * @param name - of the option, as the code calls it
 */
export function addOtherName(command: Command, flags: string, name: string): void {
  const option = new Option(flags, `the same as ${name}`).hideHelp().argParser((value: string) => {
    if (command.getOptionValue(name) !== undefined)
      throw new InvalidArgumentError('It can be given only once.')
    command.setOptionValueWithSource(name, value, 'cli')
    return value
  })
  command.addOption(option)
}

/** Creates an option that may be given only once, as one of two values would be lost silently. */
export function onlyOnce(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, earlier: string | undefined) => {
    if (earlier !== undefined) throw new InvalidArgumentError('It can be given only once.')
    return value
  })
}
