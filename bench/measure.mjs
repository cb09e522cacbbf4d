import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const reportUsage = fileURLToPath(new URL('report-usage.cjs', import.meta.url))

/**
 * Runs several programs in turn, so many rounds, and gives the median CPU and wall milliseconds and
 * peak megabytes of each. Taking turns lets a change of the machine's speed touch all of them alike.
 */
export async function measure(programs, rounds) {
  const samples = new Map(programs.map(program => [program, []]))
  for (const program of programs) await runOnce(program.args)
  for (let round = 0; round < rounds; round += 1) {
    for (const program of programs) samples.get(program).push(await runOnce(program.args))
  }
  return programs.map(program => ({
    name: program.name,
    cpuMs: median(samples.get(program).map(one => one.cpuMs)),
    wallMs: median(samples.get(program).map(one => one.wallMs)),
    peakMb: median(samples.get(program).map(one => one.peakMb)),
  }))
}

function runOnce(args) {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, ['--require', reportUsage, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    })
    let usageText = ''
    child.stdio[3].setEncoding('utf8').on('data', text => {
      usageText += text
    })
    child.once('error', reject)
    child.once('close', code => {
      if (code !== 0) return reject(new Error(`${args.join(' ')} ended with ${code}`))
      const { cpuMs, wallMs, peakMb } = JSON.parse(usageText)
      resolve({ cpuMs, peakMb, wallMs: wallMs ?? performance.now() - started })
    })
  })
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** A line for each program, with its times as multiples of the program it is compared to. */
export function printComparison(results, base) {
  for (const { name, cpuMs, wallMs, peakMb } of results) {
    const ratios = `${(cpuMs / base.cpuMs).toFixed(2)} × CPU, ${(wallMs / base.wallMs).toFixed(2)} × wall`
    const times = `${cpuMs.toFixed(1)} ms CPU, ${wallMs.toFixed(1)} ms wall, ${peakMb.toFixed(0)} MB`
    process.stdout.write(`${name.padEnd(34)} ${times.padEnd(44)} ${ratios} of ${base.name}\n`)
  }
}
