import type { CompletedCommand } from './completed-commands.ts'

/** Completion for PowerShell 5 and newer. */
export function powershellCompletion(commands: readonly CompletedCommand[]): string {
  const entries = commands.map(({ name, description, options, values }) => {
    const flags = [
      ...values.map(value => `      @(${literal(value)}, ${literal(value)})`),
      ...options.flatMap(option =>
        option.flags.map(flag => `      @(${literal(flag)}, ${literal(option.description)})`),
      ),
    ]
    return `    ${literal(name)} = @{ Description = ${literal(description)}; Options = @(\n${flags.join('\n')}\n    ) }`
  })
  return `# Completion of parley for PowerShell.
Register-ArgumentCompleter -Native -CommandName parley -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = [ordered]@{
${entries.join('\n')}
  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $isCommand = $words.Count -lt 2 -or ($words.Count -eq 2 -and $wordToComplete -ne '')
  if ($isCommand) {
    foreach ($name in $commands.Keys) {
      if ($name -like "$wordToComplete*") {
        [System.Management.Automation.CompletionResult]::new($name, $name, 'Command', $commands[$name].Description)
      }
    }
  } elseif ($commands.Contains($words[1])) {
    foreach ($option in $commands[$words[1]].Options) {
      if ($option[0] -like "$wordToComplete*") {
        [System.Management.Automation.CompletionResult]::new($option[0], $option[0], 'ParameterName', $option[1])
      }
    }
  }
}
`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
