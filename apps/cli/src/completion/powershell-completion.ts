import type { CompletedCommand } from './completed-commands.ts'

/** Completion for PowerShell 5 and newer: commands, options and known values, otherwise paths. */
export function powershellCompletion(commands: readonly CompletedCommand[]): string {
  const entries = commands.map(({ name, description, options, values }) => {
    const flags = options.flatMap(option =>
      option.flags.map(flag => `      @(${literal(flag)}, ${literal(option.description)})`),
    )
    const known = options.flatMap(option =>
      option.values.length === 0
        ? []
        : option.flags.map(flag => `      ${literal(flag)} = ${literals(option.values)}`),
    )
    return [
      `    ${literal(name)} = @{`,
      `      Description = ${literal(description)}`,
      `      Arguments = ${literals(values)}`,
      `      Options = @(\n${flags.join('\n')}\n      )`,
      `      Values = @{\n${known.join('\n')}\n      }`,
      '    }',
    ].join('\n')
  })
  return `# Completion of parley for PowerShell.
Register-ArgumentCompleter -Native -CommandName parley -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = [ordered]@{
${entries.join('\n')}
  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $offer = {
    param($word, $kind, $description)
    if ($word -like "$wordToComplete*") {
      [System.Management.Automation.CompletionResult]::new($word, $word, $kind, $description)
    }
  }
  $isCommand = $words.Count -lt 2 -or ($words.Count -eq 2 -and $wordToComplete -ne '')
  if ($isCommand) {
    foreach ($name in $commands.Keys) { & $offer $name 'Command' $commands[$name].Description }
  } elseif ($commands.Contains($words[1])) {
    $command = $commands[$words[1]]
    $before = if ($wordToComplete -eq '') { $words[-1] } else { $words[-2] }
    if ($command.Values.ContainsKey($before)) {
      foreach ($value in $command.Values[$before]) { & $offer $value 'ParameterValue' $value }
    } else {
      foreach ($value in $command.Arguments) { & $offer $value 'ParameterValue' $value }
      foreach ($option in $command.Options) { & $offer $option[0] 'ParameterName' $option[1] }
    }
  }
}
`
}

function literals(texts: readonly string[]): string {
  return `@(${texts.map(literal).join(', ')})`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
