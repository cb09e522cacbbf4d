import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'

const watchCpu = fileURLToPath(new URL('../scripts/testing/watch-cpu.mjs', import.meta.url))

/** Works for half a second of processor time, reports that, and waits to be killed, for 30 s at most. */
const busy = `const used = () => Object.values(process.cpuUsage()).reduce((sum, one) => sum + one)
  while (used() < 500_000);
  console.log('worked')
  if (process.argv[1] === 'wait') setTimeout(() => {}, 30_000)`

/** Returns the seconds that the watch of another process counts while that process runs the source. */
function secondsOf(source: string): number {
  const program = `import { watchCpu } from ${JSON.stringify(watchCpu)}
    import { spawn, spawnSync } from 'node:child_process'
    const end = watchCpu(100)
    ${source}
    console.log(end())`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(run.stderr).toBe('')
  return Number(run.stdout)
}

const isLinux = process.platform === 'linux'
const works = JSON.stringify(busy)

test('counts a process that its parent waited for', needs(isLinux, 'Linux'), () => {
  expect(secondsOf(`spawnSync(process.execPath, ['-e', ${works}])`)).toBeGreaterThan(0.45)
})

test('counts processes that are killed together with their parent', needs(isLinux, 'Linux'), () => {
  const parent = `const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', ${works}, 'wait'], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.once('data', () => console.log(child.pid))`
  const seconds = secondsOf(`
    const parent = spawn(process.execPath, ['-e', ${JSON.stringify(parent)}], { stdio: ['ignore', 'pipe', 'inherit'] })
    const grandchild = Number(await new Promise(resolve => parent.stdout.once('data', resolve)))
    // The watch looks every 100 ms; what a process did after the last look before its end is unknown.
    await new Promise(resolve => setTimeout(resolve, 300))
    parent.kill('SIGKILL')
    process.kill(grandchild, 'SIGKILL')
    await new Promise(resolve => parent.once('exit', resolve))`)
  expect(seconds).toBeGreaterThan(0.4)
})
