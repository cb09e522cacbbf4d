import type { Command } from 'commander'

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string
  readonly description: string
  readonly options: readonly CompletedOption[]
}

export interface CompletedOption {
  /** `--reporter`, and `-r` where there is one. */
  readonly flags: readonly string[]
  readonly description: string
  readonly takesValue: boolean
  /** What can stand behind it; empty: a path, or anything. */
  readonly values: readonly string[]
}

/** Values that are words of ours. */
const knownValues: Readonly<Record<string, readonly string[]>> = {
  '--http': ['auto', '1.1', '2'],
  '--reporter': ['cli', 'json', 'junit', 'html', 'tap', 'github'],
}

/** The commands of a program, with the options that every one has. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  const everywhere: CompletedOption = {
    flags: ['--help', '-h'],
    description: 'what can be typed',
    takesValue: false,
    values: [],
  }
  return program.commands.map(command => ({
    name: command.name(),
    description: command.description(),
    options: [
      ...command.options.map(option => ({
        flags: [option.long, option.short].filter(flag => typeof flag === 'string'),
        description: option.description,
        takesValue: option.required || option.optional,
        values: knownValues[option.long ?? ''] ?? [],
      })),
      everywhere,
    ],
  }))
}

/** A text in single quotes of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
