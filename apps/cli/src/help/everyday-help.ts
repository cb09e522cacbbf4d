import type { Command } from 'commander'

/** What the help of a command shows, unless all of it is asked for. */
export interface EverydayHelp {
  /** The long names of the options that people use every day. */
  readonly options: readonly string[]
  /** Examples of them, a line each. */
  readonly examples: readonly string[]
}

/**
 * Makes the help of a command fit on a screen: it shows the options of every day, and `--help all` shows all options,
 * with notes and more examples. Man pages and completions have all.
 * @param rest - what follows the list of all options
 */
export function addEverydayHelp(
  command: Command,
  { options, examples }: EverydayHelp,
  rest: string,
): Command {
  const everyday = new Set(options)
  const whole = command.createHelp()
  command.configureHelp({
    minWidthToWrap: whole.minWidthToWrap,
    visibleOptions: shown => {
      const all = whole.visibleOptions(shown)
      return isWhole(command) ? all : all.filter(({ long }) => everyday.has(long ?? ''))
    },
    // What follows a semicolon is said in the whole help.
    optionDescription: option => {
      const text = whole.optionDescription(option)
      return isWhole(command) ? text : text.replace(/;.*/, '')
    },
    visibleArguments: shown => (isWhole(command) ? whole.visibleArguments(shown) : []),
    visibleGlobalOptions: shown => (isWhole(command) ? whole.visibleGlobalOptions(shown) : []),
    groupItems: (...all) =>
      isWhole(command) ? whole.groupItems(...all) : new Map([['Options:', [...all[1]]]]),
  })
  const name = `${command.parent?.name()} ${command.name()}`
  const shortened = `
Examples:
${examples.map(line => `  ${line}`).join('\n')}

${name} --help all lists every option, with notes and more examples.`
  return command.addHelpText('after', () => (isWhole(command) ? rest : shortened))
}

/** The value of a program that shortens the help of its commands; no option of the command line sets it. */
const shortened = 'shortensHelp'

function isWhole({ parent }: Command): boolean {
  return parent?.getOptionValue(shortened) !== true
}

/**
 * Returns the arguments without the `all` of `--help all`, and lets a program shorten the help of its commands if there is
 * none.
 */
export function withHelpAsAsked(program: Command, args: readonly string[]): readonly string[] {
  const at = args.findIndex(word => word === '--help' || word === '-h')
  const isAll = at !== -1 && args[at + 1] === 'all'
  program.setOptionValue(shortened, !isAll)
  return isAll ? args.toSpliced(at + 1, 1) : args
}
