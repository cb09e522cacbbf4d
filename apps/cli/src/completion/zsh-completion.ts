import { type CompletedCommand, type CompletedOption, quoted } from './completed-commands.ts'

/** Completion for zsh: commands and options with their descriptions. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}\n`)
  const cases = commands.map(
    ({ name, options, values }) =>
      `    ${name})\n      _arguments ${options.flatMap(specsOf).join(' ')} ${argumentOf(values)}\n      ;;\n`,
  )
  return `#compdef parley
# Completion of parley for zsh.
_parley() {
  local -a commands
  commands=(
${names.join('')}  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('')}  esac
}
if [ "$funcstack[1]" = '_parley' ]; then _parley "$@"; else compdef _parley parley; fi
`
}

function argumentOf(values: readonly string[]): string {
  return values.length === 0 ? "'*:file:_files'" : quoted(`1:value:(${values.join(' ')})`)
}

function specsOf({ flags, description, takesValue, values }: CompletedOption): readonly string[] {
  const shown = description.replace(/[[\]:\\]/g, character => `\\${character}`)
  const words = values.length === 0 ? ':value:_files' : `:value:(${values.join(' ')})`
  return flags.map(flag => quoted(`*${flag}[${shown}]${takesValue ? words : ''}`))
}
