import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { completionOf } from './completion.testkit.ts'

/** Returns what bash offers after these words, the last of which is incomplete. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const script = `${await completionOf('bash')}
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
