import { expect, test } from 'vitest'
import { runInProcess } from '../io/run-in-process.testkit.ts'
import { completionOf } from './completion.testkit.ts'

test.each(['bash', 'zsh', 'fish', 'powershell'])('%s has every command and option', async shell => {
  const script = await completionOf(shell)
  for (const word of ['send', 'run', 'codegen', 'completion']) expect(script).toContain(word)
  for (const word of ['failed-in', 'env-var', 'cert-passphrase', 'max-redirects', 'force'])
    expect(script).toContain(word)
  for (const word of ['allow-file', 'allow-secret', 'allow-secrets', 'allow-host'])
    expect(script).toMatch(new RegExp(`${word}\\b(?!-)`))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a sourced script must contain none.
  expect(script).not.toMatch(/[\x00-\x09\x0b-\x1f]/)
})

/** How a script of each shell names the values of an option and those of an argument. */
const valueLists = {
  bash: [
    '--to) COMPREPLY=($(compgen -W \'opencollection postman openapi curl\' -- "$word")); return ;;',
    "values='bash zsh fish powershell' ;;",
  ],
  zsh: [':value:(opencollection postman openapi curl)', "'1:value:(bash zsh fish powershell)'"],
  fish: [
    "-l to -x -a 'opencollection postman openapi curl'",
    "'__fish_seen_subcommand_from completion' -f -a 'bash zsh fish powershell'",
  ],
  powershell: [
    "'--to' = @('opencollection', 'postman', 'openapi', 'curl')",
    "Arguments = @('bash', 'zsh', 'fish', 'powershell')",
  ],
}

test.each(Object.entries(valueLists))(
  '%s offers the known values of options and arguments',
  async (shell, lists) => {
    const script = await completionOf(shell)
    for (const list of lists) expect(script).toContain(list)
  },
)

test('an unknown shell exits with 3', async () => {
  const { code, stderr } = await runInProcess(['completion', 'tcsh'])
  expect(code).toBe(3)
  expect(stderr).toContain('Allowed choices are bash, zsh, fish, powershell.')
})
