import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const reportUsage = fileURLToPath(new URL('report-usage.cjs', import.meta.url))

/**
 * Runs several programs in turn for a number of rounds, and returns the median CPU and wall milliseconds and
 * peak megabytes of each. Because they take turns, a change of the machine's speed affects all of them alike.
 * CPU includes the Node programs that one starts; the peak is that of the largest. A program that takes
 * longer than 10 s is run once; one that fails is reported to `onFault` and left out.
 */
export async function measure(programs, rounds, onFault = fail) {
  const samples = new Map(programs.map(program => [program, []]))
  const quick = []
  for (const program of programs) {
    try {
      const first = await runOnce(program)
      if (first.wallMs > 10_000) samples.get(program).push(first)
      else quick.push(program)
    } catch (error) {
      onFault(program, error)
      samples.delete(program)
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const program of quick) samples.get(program).push(await runOnce(program))
  }
  return [...samples].map(([program, of]) => ({
    name: program.name,
    cpuMs: median(of.map(one => one.cpuMs)),
    wallMs: median(of.map(one => one.wallMs)),
    peakMb: median(of.map(one => one.peakMb)),
  }))
}

function fail(_program, error) {
  throw error
}

/** Runs a program in a folder once; rejects with the end of its output if it fails. */
export function runOnce({ args, cwd }) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-usage-'))
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, BENCH_USAGE: folder, NODE_OPTIONS: `--require ${reportUsage}` },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        said = (said + text).slice(-2000)
      })
    child.once('error', reject)
    child.once('close', code => {
      if (code !== 0) return reject(new Error(`${args.join(' ')} ended with ${code}: ${said}`))
      const used = readdirSync(folder).map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')))
      if (used.length === 0) return reject(new Error(`${args.join(' ')} reported no resource usage`))
      const wallMs = used.find(one => one.wallMs !== null)?.wallMs ?? performance.now() - started
      const cpuMs = used.reduce((total, one) => total + one.cpuMs, 0)
      resolve({ cpuMs, wallMs, peakMb: Math.max(...used.map(one => one.peakMb)) })
    })
  }).finally(() => rmSync(folder, { recursive: true }))
}

/** Returns the middle one of numbers. */
export function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** Prints a line for each program, with its times as multiples of the program it is compared to. */
export function printComparison(results, base) {
  for (const { name, cpuMs, wallMs, peakMb } of results) {
    const ratios = `${(cpuMs / base.cpuMs).toFixed(2)} × CPU, ${(wallMs / base.wallMs).toFixed(2)} × wall`
    const times = `${cpuMs.toFixed(1)} ms CPU, ${wallMs.toFixed(1)} ms wall, ${peakMb.toFixed(0)} MB`
    process.stdout.write(`${name.padEnd(34)} ${times.padEnd(44)} ${ratios} of ${base.name}\n`)
  }
}
