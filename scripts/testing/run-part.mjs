import { watchCpu } from './watch-cpu.mjs'

/**
 * Runs one part of the tests under a heading, and prints the time that it took. Resolves to what it resolves to, with
 * its processor time, null where the system does not tell.
 */
export async function runPart(name, run) {
  process.stdout.write(`\n— ${name}\n`)
  const endCpu = watchCpu()
  const startedAt = performance.now()
  const result = await run()
  const wall = `${((performance.now() - startedAt) / 1000).toFixed(0)} s`
  const cpuSeconds = endCpu()
  process.stdout.write(
    `${name}: ${cpuSeconds === null ? '' : `${cpuSeconds.toFixed(0)} s of CPU, `}${wall} in all\n`,
  )
  return { result, cpuSeconds }
}
