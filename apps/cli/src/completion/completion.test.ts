import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { program } from '../run/run-fixture.testkit.ts'
import { runProgram } from '../run-program.testkit.ts'

async function completion(shell: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram(program, ['completion', shell])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.toString()
}

/** Returns what bash offers after these words, the last of which is incomplete. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const script = `${await completion('bash')}
COMP_WORDS=(parley ${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _parley; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).trimEnd().split('\n')
}

describe('in bash', () => {
  test('commands, options and their values are offered', async () => {
    expect(await offered('')).toEqual(
      expect.arrayContaining(['send', 'run', 'codegen', 'serve', 'completion', '--help']),
    )
    expect(await offered('ru')).toEqual(['run'])
    expect(await offered('run', '--re')).toEqual(['--retries', '--retry-delay', '--reporter'])
    expect(await offered('run', '-r', 'j')).toEqual(['json', 'junit'])
    expect(await offered('send', '--http', '')).toEqual(['auto', '1.1', '2'])
    expect(await offered('send', '--bai')).toEqual([''])
    expect(await offered('export', 'shop', '--to', '')).toEqual([
      'opencollection',
      'postman',
      'openapi',
      'curl',
    ])
    expect(await offered('codegen', '--target', 'ru')).toContain('rust')
    expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish', 'powershell'])
  })

  test('options that allow files, secrets and hosts are offered for the commands that have them', async () => {
    const allowing = ['--allow-secret', '--allow-secrets', '--allow-file', '--allow-host']
    for (const command of ['run', 'send']) expect(await offered(command, '--allow-')).toEqual(allowing)
    expect(await offered('run', '--for')).toEqual(['--force'])
    expect(await offered('codegen', '--allow-')).toEqual([''])
  })

  test('paths are offered if no option is typed', async () => {
    expect(await offered('run', '/et')).toEqual(['/etc'])
  })

  test('a path with spaces, or with stars, is offered as one word', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-completion-'))
    for (const name of ['my shop.json', 'my *']) writeFileSync(join(folder, name), '')
    expect((await offered('run', `${folder}/m`)).toSorted()).toEqual([
      `${folder}/my *`,
      `${folder}/my shop.json`,
    ])
    rmSync(folder, { recursive: true })
  })
})

test.each(['zsh', 'fish', 'powershell'])('%s has every command and option', async shell => {
  const script = await completion(shell)
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
    const script = await completion(shell)
    for (const list of lists) expect(script).toContain(list)
  },
)

test('an unknown shell exits with 3', async () => {
  const { code, stderr } = await runProgram(program, ['completion', 'tcsh'])
  expect(code).toBe(3)
  expect(stderr).toContain('Allowed choices are bash, zsh, fish, powershell.')
})
