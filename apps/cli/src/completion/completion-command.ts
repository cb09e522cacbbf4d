import type { Command } from 'commander'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io/io.ts'
import { bashCompletion } from './bash-completion.ts'
import { completedCommands } from './completed-commands.ts'
import { fishCompletion } from './fish-completion.ts'
import { powershellCompletion } from './powershell-completion.ts'
import type { Shell } from './shells.ts'
import { zshCompletion } from './zsh-completion.ts'

const scripts: Readonly<Record<Shell, typeof bashCompletion>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
}

/**
 * `parley completion`: prints a completion script for a shell, generated from the defined commands and
 * options.
 */
export function completionCommand(shell: string, program: Command, io: Io): typeof exitCodes.ok {
  const known = Object.entries(scripts).find(([name]) => name === shell)
  if (known === undefined) throw new Error(`No completion for ${shell}`)
  io.stdout.print(known[1](completedCommands(program)))
  return exitCodes.ok
}
