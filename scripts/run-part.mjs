import { watchCpu } from './watch-cpu.mjs'

/** Runs one part of the tests under a heading, and prints the time that it took. */
export async function runPart(name, run) {
  process.stdout.write(`\n— ${name}\n`)
  const endCpu = watchCpu()
  const startedAt = performance.now()
  const result = await run()
  const wall = `${((performance.now() - startedAt) / 1000).toFixed(0)} s`
  const cpu = endCpu()
  process.stdout.write(`${name}: ${cpu === null ? '' : `${cpu.toFixed(0)} s of CPU, `}${wall} in all\n`)
  return result
}
