import { Argument, type Command } from 'commander'
import { shells } from './shells.ts'

/** Adds `parley completion` to a program. */
export function defineCompletionCommand(program: Command, run: (shell: string) => Promise<void>): void {
  program
    .command('completion')
    .description('Print a completion script of commands and options for your shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .addHelpText('after', examples)
    .action(run)
}

const examples = `
Examples:
  parley completion bash > ~/.local/share/bash-completion/completions/parley
  parley completion zsh > "\${fpath[1]}/_parley"
  parley completion fish > ~/.config/fish/completions/parley.fish
  parley completion powershell >> $PROFILE`
