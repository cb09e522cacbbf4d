import { callTargets, codeTargets } from '@parley/codegen'
import { loadEngines } from '@parley/codegen/load'
import { exportFormats } from '@parley/convert'
import type { Command } from 'commander'

/** A command with what a shell can complete. */
export interface CompletedCommand {
  readonly name: string
  readonly description: string
  readonly options: readonly CompletedOption[]
  /** The known values of its argument; empty: paths or any text. */
  readonly values: readonly string[]
}

export interface CompletedOption {
  /** The option's names: `--reporter`, and `-r` if there is a short one. */
  readonly flags: readonly string[]
  readonly description: string
  readonly takesValue: boolean
  /** The known values of the option; empty: a path or any text. */
  readonly values: readonly string[]
}

/** Options of which every value is known. */
const knownValues: Readonly<Record<string, readonly string[]>> = {
  '--http': ['auto', '1.1', '2'],
  '--to': exportFormats.map(({ format }) => format.toLowerCase()),
  '--target': [...codeTargets, ...callTargets].map(({ id }) => id),
  '--engine': Object.keys(loadEngines),
  '--reporter': ['cli', 'json', 'junit', 'html', 'tap', 'github', 'prometheus'],
}

/** Returns the commands of a program, with the options that every command has. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  const everywhere: CompletedOption = {
    flags: ['--help', '-h'],
    description: 'show this help',
    takesValue: false,
    values: [],
  }
  return program.commands.map(command => ({
    name: command.name(),
    description: command.description(),
    options: [
      ...command.options
        .filter(option => !option.hidden)
        .map(option => ({
          flags: [option.long, option.short].filter(flag => typeof flag === 'string'),
          description: option.description,
          takesValue: option.required || option.optional,
          values: knownValues[option.long ?? ''] ?? [],
        })),
      everywhere,
    ],
    values: command.registeredArguments[0]?.argChoices ?? [],
  }))
}

/** Quotes a text with single quotes for a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
