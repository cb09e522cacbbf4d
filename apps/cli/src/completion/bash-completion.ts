import { type CompletedCommand, quoted } from './completed-commands.ts'

/** Completion for bash 4 and newer: commands, options and known values, otherwise paths. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const cases = commands.map(({ name, options, values }) => {
    const flags = options.flatMap(option => option.flags).join(' ')
    const known = values.length === 0 ? '' : ` values=${quoted(values.join(' '))}`
    return `    ${name}) options=${quoted(flags)}${known} ;;\n`
  })
  const valuesOfOptions = new Map(
    commands.flatMap(({ options }) =>
      options.flatMap(option =>
        option.values.length === 0 ? [] : [[option.flags.join('|'), option.values.join(' ')] as const],
      ),
    ),
  )
  const valueCases = [...valuesOfOptions].map(
    ([flags, words]) => `    ${flags}) COMPREPLY=($(compgen -W ${quoted(words)} -- "$word")); return ;;\n`,
  )
  return `# Completion of parley for bash.
_parley() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" options='' values=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(`${names} --help --version`)} -- "$word"))
    return
  fi
  case "$before" in
${valueCases.join('')}  esac
  case "\${COMP_WORDS[1]}" in
${cases.join('')}  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [ -n "$values" ]; then
    COMPREPLY=($(compgen -W "$values" -- "$word"))
  else
    compopt -o filenames 2>/dev/null
    local path
    while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -f -- "$word")
  fi
}
complete -F _parley parley
`
}
