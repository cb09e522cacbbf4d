import { Worker } from 'node:worker_threads'
import { sandboxFiles } from '../sandbox-files.ts'

/** A question to a PAC file, and the lookups that it may use. */
export interface PacQuestion {
  /** The text of the file. */
  readonly script: string
  /** The URL without path and query, which a PAC file does not need. */
  readonly url: string
  readonly host: string
  /** The IPv4 address of this computer. */
  readonly myAddress: string
  readonly nowMs: number
  readonly offsetMinutes: number
  /** Looks up the IPv4 address of a name; null if there is none. */
  lookUp(name: string): Promise<string | null>
  /** The time limit for the whole question. */
  readonly limitMs?: number
}

/** The data for a thread. */
export interface PacJob {
  readonly wasm: WebAssembly.Module
  readonly functions: string
  readonly script: string
  /** The known facts, as JSON. */
  readonly facts: string
  readonly url: string
  readonly host: string
}

export type PacOutcome =
  | { readonly fault: string }
  | { readonly answer: string; readonly wanted: readonly string[] }

const defaultLimitMs = 5_000
/** A file that looks up names runs again with their addresses, at most this often. */
const maxRounds = 4

/**
 * Runs a PAC file's `FindProxyForURL` in an engine without any access, in a thread with a time limit. Rejects
 * with a sentence if the file fails. Names are looked up between its runs, because its calls are synchronous.
 */
export async function askPacFile(question: PacQuestion): Promise<string> {
  const { limitMs = defaultLimitMs } = question
  const end = performance.now() + limitMs
  const addresses: Record<string, string | null> = {}
  for (let round = 0; round < maxRounds; round += 1) {
    const outcome = await run(question, addresses, end - performance.now())
    if ('fault' in outcome) throw new Error(`the PAC file failed: ${outcome.fault}`)
    const unknown = outcome.wanted.filter(name => !Object.hasOwn(addresses, name))
    if (unknown.length === 0) return outcome.answer
    const found = await Promise.all(unknown.map(async name => [name, await question.lookUp(name)] as const))
    for (const [name, address] of found) addresses[name] = address
  }
  throw new Error('the PAC file looks up ever more names')
}

async function run(
  { script, url, host, myAddress, nowMs, offsetMinutes }: PacQuestion,
  addresses: Readonly<Record<string, string | null>>,
  limitMs: number,
): Promise<PacOutcome> {
  const { wasm, pacWorkerUrl, pacFunctions } = await sandboxFiles()
  const facts = JSON.stringify({ addresses, myAddress, nowMs, offsetMinutes })
  const job: PacJob = { wasm, functions: pacFunctions, script, facts, url, host }
  const worker = new Worker(pacWorkerUrl, { workerData: job, env: {}, stdin: false })
  try {
    return await outcomeOf(worker, limitMs)
  } finally {
    await worker.terminate()
  }
}

function outcomeOf(worker: Worker, limitMs: number): Promise<PacOutcome> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the PAC file took too long')), Math.max(0, limitMs))
    const settle = (outcome: () => void) => {
      clearTimeout(timer)
      outcome()
    }
    worker.once('message', (outcome: PacOutcome) => settle(() => resolve(outcome)))
    worker.once('error', () => settle(() => reject(new Error('the PAC file crashed its engine'))))
    worker.once('exit', () => settle(() => reject(new Error('the PAC file returned nothing'))))
  })
}
