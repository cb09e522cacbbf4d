import type { defineCommandLine } from '../../../apps/cli/src/run-command-line.ts'

type Command = ReturnType<typeof defineCommandLine>['program']

/** What man pages say besides the commands themselves. */
export interface ManPageFacts {
  readonly version: string
  /** Seconds since 1970. */
  readonly date: number
}

/**
 * Returns the man pages of a program and of each of its commands by their file names, made of the same definitions
 * as its help.
 */
export function manPages(program: Command, facts: ManPageFacts): Readonly<Record<string, string>> {
  const pages = program.commands.map(command => {
    const name = `${program.name()}-${command.name()}`
    return [`${name}.1`, commandPage(name, command, facts)] as const
  })
  return { [`${program.name()}.1`]: programPage(program, facts), ...Object.fromEntries(pages) }
}

function programPage(program: Command, facts: ManPageFacts): string {
  const name = program.name()
  const commands = program.commands.map(command =>
    item(
      `${bold(`${name} ${command.name()}`)} ${plain(usageOf(command))}`,
      `${plain(command.description())} See ${bold(`${name}-${command.name()}`)}(1).`,
    ),
  )
  return [
    title(name, facts),
    section('NAME', `${plain(name)} \\- send API requests and run collections with their tests`),
    section('SYNOPSIS', `${bold(name)} ${plain('COMMAND [ARGUMENTS] [OPTIONS]')}`),
    section('DESCRIPTION', plain(program.description())),
    section('COMMANDS', commands.join('\n')),
    section('OPTIONS', optionsOf(program)),
    additions(program),
  ].join('\n')
}

function commandPage(name: string, command: Command, facts: ManPageFacts): string {
  const [first = ''] = command.description().split(/\.(?: |$)/)
  const summary = `${first.charAt(0).toLowerCase()}${first.slice(1)}`
  const words = command.registeredArguments.map(argument =>
    item(bold(argument.name()), plain(argument.description)),
  )
  return [
    title(name, facts),
    section('NAME', `${plain(name)} \\- ${plain(summary)}`),
    section('SYNOPSIS', `${bold(name.replace('-', ' '))} ${plain(usageOf(command))}`),
    section('DESCRIPTION', [plain(command.description()), ...words].join('\n')),
    section('OPTIONS', optionsOf(command)),
    additions(command),
    section('SEE ALSO', `${bold(name.replace(/-.*/, ''))}(1)`),
  ].join('\n')
}

function title(name: string, { version, date }: ManPageFacts): string {
  const day = new Date(date * 1000).toISOString().slice(0, 10)
  return `.TH ${name.toUpperCase().replaceAll('-', '\\-')} 1 ${day} "Parley ${version}" "User Commands"`
}

const section = (name: string, content: string): string => `.SH ${name}\n${content}`

const item = (term: string, text: string): string => `.TP\n${term}\n${text}`

/** The usage without the name of the command. */
const usageOf = (command: Command): string => command.usage().replaceAll('[options]', '[OPTIONS]')

function optionsOf(command: Command): string {
  const lines = command
    .createHelp()
    .visibleOptions(command)
    .map(option => ({
      group: option.helpGroupHeading ?? '',
      text: item(bold(option.flags), plain(option.description)),
    }))
  const groups = new Set(lines.map(({ group }) => group))
  return [...groups]
    .map(group => {
      const items = lines.filter(line => line.group === group).map(({ text }) => text)
      return [...(group === '' ? [] : [`.SS ${plain(group)}`]), ...items].join('\n')
    })
    .join('\n')
}

/** The texts that the help shows after its lists: notes, examples and exit codes, in the form in which they are. */
function additions(command: Command): string {
  let help = ''
  command.configureOutput({
    writeOut(more) {
      help += more
    },
  })
  command.outputHelp()
  const own = command.helpInformation()
  return help
    .slice(help.indexOf(own) + own.length)
    .trim()
    .split(/\n\n(?=[A-Z][a-z ]+:\n)/)
    .filter(part => part !== '')
    .map(part => {
      const [, heading = 'NOTES', content = part] = /^([A-Z][a-z ]+):\n(.*)$/s.exec(part) ?? []
      const lines = content.split('\n').map(line => plain(line.replace(/^ {2}/, '')))
      return section(heading.toUpperCase(), `.nf\n${lines.join('\n')}\n.fi`)
    })
    .join('\n')
}

const bold = (text: string): string => `\\fB${escaped(text)}\\fR`

/** Text that roff must not read as commands. */
function plain(text: string): string {
  return escaped(text).replace(/^(?=[.'])/gm, '\\&')
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('~', '\\(ti')
    .replaceAll('^', '\\(ha')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
}
