import type { CompletedCommand, CompletedOption } from './completed-commands.ts'

/** Completion for fish: commands and options with their descriptions. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, description, options, values }) => [
    `complete -c parley -n __fish_use_subcommand -f -a ${name} -d ${fishQuoted(description)}`,
    ...(values.length === 0 ? [] : [`${ofCommand(name)} -f -a ${fishQuoted(values.join(' '))}`]),
    ...options.map(option => optionLine(name, option)),
  ])
  return `# Completion of parley for fish.\n${lines.join('\n')}\n`
}

function ofCommand(command: string): string {
  return `complete -c parley -n ${fishQuoted(`__fish_seen_subcommand_from ${command}`)}`
}

function optionLine(command: string, { flags, description, takesValue, values }: CompletedOption): string {
  const names = flags.map(flag => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
  const value = takesValue ? (values.length === 0 ? ' -r' : ` -x -a ${fishQuoted(values.join(' '))}`) : ''
  return `${ofCommand(command)} ${names.join(' ')}${value} -d ${fishQuoted(description)}`
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
