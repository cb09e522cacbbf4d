import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
let npm: ChildProcess | null = null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-npm-'))
  const endTogether = JSON.stringify(join(import.meta.dirname, '../scripts/end-together.mjs'))
  // A server that ends as Parley's does.
  writeFileSync(
    join(folder, 'server.mjs'),
    `import { writeFileSync } from 'node:fs'
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(0))
    setInterval(() => {}, 1000)
    writeFileSync('server.pid', String(process.pid))`,
  )
  writeFileSync(
    join(folder, 'start.mjs'),
    `import { spawn } from 'node:child_process'
    import { writeFileSync } from 'node:fs'
    import { endTogether } from ${endTogether}
    writeFileSync('start.pid', String(process.pid))
    endTogether(spawn(process.execPath, ['server.mjs'], { stdio: 'inherit' }))`,
  )
})

afterEach(() => {
  for (const name of ['start.pid', 'server.pid']) if (isRunning(name)) process.kill(pidIn(name), 'SIGKILL')
  npm?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const pidIn = (name: string) => Number(readFileSync(join(folder, name), 'utf8'))

function isRunning(name: string): boolean {
  try {
    return existsSync(join(folder, name)) && process.kill(pidIn(name), 0)
  } catch {
    return false
  }
}

/** npm runs a program by a shell; a shell that does more than that stays between the two. */
const starts = {
  'a shell that makes way': 'node start.mjs',
  'a shell that stays': 'node start.mjs; true',
} as const

for (const [name, command] of Object.entries(starts)) {
  test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    `${name}: %s to npm ends the server too`,
    async signal => {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: command } }))
      npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore', detached: true })
      await waitFor(() => isRunning('server.pid'), 'the server')
      npm.kill(signal)
      await waitFor(() => !isRunning('server.pid') && !isRunning('start.pid'), 'the end of the server')
      expect(isRunning('server.pid')).toBe(false)
    },
  )
}

test.each([
  ['a closed terminal', 'SIGHUP'],
  ['Ctrl+C', 'SIGINT'],
] as const)('%s, which signals all programs of the terminal, ends them', async (_name, signal) => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node start.mjs' } }))
  npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore', detached: true })
  await waitFor(() => isRunning('server.pid'), 'the server')
  process.kill(-(npm.pid ?? 0), signal)
  await waitFor(() => !isRunning('server.pid') && !isRunning('start.pid'), 'the end of the server')
})
