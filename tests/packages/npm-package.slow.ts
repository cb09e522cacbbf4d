import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npmSettings } from '../npm-settings.testkit.ts'
import {
  buildPackage,
  filesIn,
  hasProgram,
  listedFiles,
  runAlone,
  useProgram,
} from './built-package.testkit.ts'
import { loadPage } from './use-in-windows.testkit.ts'

const isPossible = process.platform !== 'win32'

describe('the package for npm', {
  ...needs(isPossible, 'a system with symbolic links'),
  timeout: 300_000,
}, () => {
  let folder = ''
  let path = ''
  let project = ''
  let home = ''
  let env: Readonly<Record<string, string>> = {}

  /** Runs npm with the current Node in the project. */
  const npm = (...args: readonly string[]) =>
    execFileSync('npm', [...args, '--no-audit', '--no-fund'], {
      cwd: project,
      env: { ...npmSettings(), ...env },
      encoding: 'utf8',
    })

  beforeAll(async () => {
    const built = await buildPackage('npm')
    folder = built.folder
    path = built.path
    project = join(folder, 'project')
    home = join(folder, 'home')
    for (const one of [project, home]) mkdirSync(one)
    writeFileSync(join(project, 'package.json'), '{}')
    env = { HOME: home, PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin` }
    npm('install', path)
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('installs at most 5 packages and 40 MB, of which nothing runs at the install', () => {
    const modules = join(project, 'node_modules')
    const names = Object.keys(
      JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages,
    ).map(name => name.replace('node_modules/', ''))
    expect(names).toContain('@parley/cli')
    expect(names.length).toBeLessThanOrEqual(5)
    const sizes = filesIn(modules).map(name => statSync(join(modules, name)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(40e6)
    for (const name of names) {
      const { scripts = {} } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
      expect(Object.keys(scripts).filter(script => /install|prepare/.test(script))).toEqual([])
    }
  })

  test('has what its list says, and all licences', () => {
    const installed = join(project, 'node_modules/@parley/cli')
    expect(listedFiles(path, installed)).toEqual({ missing: [], unlisted: [] })
    const notices = readFileSync(join(installed, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
    expect(notices).toMatch(/^commander .* \(MIT\)$/m)
    expect(notices).toContain('Fabrice Bellard')
    expect(existsSync(join(installed, 'dist/LICENSE.txt'))).toBe(true)
  })

  test('sends, runs scripts, serves the page and agents, and its page loads in Chromium', async () => {
    const program = join(project, 'node_modules/.bin/parley')
    await useProgram(program, project, env)
    if (hasProgram('chromium')) await loadPage(program, project, env)
    const { stdout } = await runAlone('npx', ['@parley/cli', '--version'], env, project)
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/)
  })

  test('is removed without a trace but its data', () => {
    npm('uninstall', '@parley/cli')
    expect(filesIn(join(project, 'node_modules'))).toEqual(['.package-lock.json'])
    expect(readdirSync(home).filter(name => name !== '.npm')).not.toEqual([])
    expect(filesIn(home).filter(name => !isOfUser(name))).toEqual([])
  })
})

/** App data, what is cached, and what npm and Chromium write. */
const isOfUser = (name: string) => /^\.(?:local\/share\/parley|config|cache|npm|pki)\b/.test(name)
