import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-clone-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('with a new Node the install brings at most 560 MB, no Node and no canvas', {
  ...needs(process.platform === 'linux', 'du on Linux'),
  timeout: 600_000,
}, () => {
  const files = execFileSync('git', ['ls-files', '*package.json', 'package-lock.json', '.npmrc', 'scripts'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of files.trim().split('\n')) cpSync(join(root, path), join(folder, path))
  const { PATH = '', HOME = '' } = process.env
  execFileSync('npm', ['ci', '--prefer-offline'], {
    cwd: folder,
    env: { PATH: [dirname(process.execPath), PATH].join(delimiter), HOME },
    stdio: 'ignore',
  })
  const [megabytes] = execFileSync('du', ['-sm', 'node_modules'], { cwd: folder, encoding: 'utf8' }).split(
    '\t',
  )
  expect(Number(megabytes)).toBeGreaterThan(300)
  expect(Number(megabytes)).toBeLessThanOrEqual(560)
  for (const absent of ['.node', '.bin/node', '@napi-rs/canvas'])
    expect(existsSync(join(folder, 'node_modules', absent))).toBe(false)
})
