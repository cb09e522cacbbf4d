import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { needs } from '@parley/testkit/needs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
// @ts-expect-error A script of the repository, which has no types.
import { pinnedNode } from '../scripts/install/fetch-node.mjs'
import { npmSettings } from './npm-settings.testkit.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const isPossible =
  `${process.platform}-${process.arch}` in pinnedNode.packages && process.platform !== 'win32'

let folder = ''

/** A clone with one script, after `npm install --ignore-scripts` on a machine with an old Node. */
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-fetched-')))
  mkdirSync(join(folder, 'node_modules'))
  for (const path of [
    'require-node.mjs',
    'end-together.mjs',
    'install/fetch-node.mjs',
    'install/bring-node.mjs',
    'install/node-packages.json',
  ])
    cpSync(join(root, 'scripts', path), join(folder, 'scripts', path))
  const scripts = { print: 'node scripts/print.mjs', postinstall: 'node scripts/install/bring-node.mjs' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }))
  writeFileSync(
    join(folder, 'scripts/print.mjs'),
    `import './require-node.mjs'
    console.log(JSON.stringify([process.execPath, process.versions.node, ...process.argv.slice(2)]))
    process.exitCode = 7`,
  )
  // Says that it is older, unless it was fetched.
  writeFileSync(
    join(folder, 'older.cjs'),
    `if (!process.execPath.startsWith(${JSON.stringify(folder)}))
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })`,
  )
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program of the folder with the Node that says it is older. */
function run(program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const env = {
    ...npmSettings(),
    HOME: folder,
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    NODE_OPTIONS: `--require ${join(folder, 'older.cjs')}`,
    ...more,
  }
  return new Promise<{ code: unknown; stdout: string; stderr: string }>(resolve => {
    execFile(program, [...args], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

const print = (...args: readonly string[]) => run('node', ['scripts/print.mjs', ...args])
const nodesLeft = () => readdirSync(join(folder, 'node_modules')).filter(name => name.startsWith('.node'))
const fetched = () => join(folder, 'node_modules/.node/bin/node')

describe('with a Node that is too old', {
  ...needs(isPossible, 'a system for which Node is in the registry'),
  timeout: 300_000,
}, () => {
  test('a script fetches Node once and hands over to it, with its arguments and exit code', async () => {
    const first = await print('--a', 'b c')
    expect(first.stderr).toBe(
      `Parley needs Node 24.2 or newer, and this is 18.20.8. Fetching Node ${pinnedNode.version}.\n`,
    )
    expect(first.code).toBe(7)
    expect(JSON.parse(first.stdout)).toEqual([fetched(), pinnedNode.version, '--a', 'b c'])
    expect(await print()).toMatchObject({ code: 7, stderr: '' })
    expect(nodesLeft()).toEqual(['.node'])
    expect(readFileSync(join(folder, 'node_modules/.node/LICENSE'), 'utf8')).toContain('Node.js is licensed')
  })

  test('npm install fetches it, npm run finds it, and the next install leaves it', async () => {
    const installed = await run('npm', ['install', '--no-audit'])
    expect(installed.stderr).toContain(
      `Fetching Node ${pinnedNode.version} for Parley, as it cannot run with 18.20.8.`,
    )
    const printed = await run('npm', ['run', '--silent', 'print'])
    expect(JSON.parse(printed.stdout)).toEqual([fetched(), pinnedNode.version])
    expect((await run('npm', ['install', '--no-audit'])).stderr).toBe('')
    expect(existsSync(fetched())).toBe(true)
  })

  test('two scripts that fetch it at the same time both run with it', async () => {
    const both = await Promise.all([print('1'), print('2')])
    expect(both.map(({ code }) => code)).toEqual([7, 7])
    expect(nodesLeft()).toEqual(['.node'])
  })

  test('where it cannot be fetched, a script says so in one line, and npm install goes on', async () => {
    const away = {
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_cache: join(folder, 'empty'),
      npm_config_fetch_retries: '0',
    }
    const ended = await run('node', ['scripts/print.mjs'], away)
    expect(ended).toMatchObject({ code: 3, stdout: '' })
    const [, last = ''] = ended.stderr.trim().split('\n')
    expect(last).toMatch(
      /^npm could not bring node-\S+@\S+\. Check the network and where npm gets its packages, and run this again\. Or install Node 24\.2 or newer\.$/,
    )
    expect(await run('npm', ['install', '--no-audit'], away)).toMatchObject({ code: 0 })
    expect(nodesLeft()).toEqual([])
  })
})
