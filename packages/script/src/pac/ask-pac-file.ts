import { Worker } from 'node:worker_threads'
import { sandboxFiles } from '../sandbox-files.ts'

/** What a PAC file is asked, and what it may look up. */
export interface PacQuestion {
  /** The text of the file. */
  readonly script: string
  /** Without path and query, which are nobody's business. */
  readonly url: string
  readonly host: string
  /** Of this computer. */
  readonly myAddress: string
  readonly nowMs: number
  readonly offsetMinutes: number
  /** The IPv4 address of a name; null: it has none. */
  lookUp(name: string): Promise<string | null>
  /** How long the file may take in all. */
  readonly limitMs?: number
}

/** What a thread is given. */
export interface PacJob {
  readonly wasm: WebAssembly.Module
  readonly functions: string
  readonly script: string
  /** JSON. */
  readonly facts: string
  readonly url: string
  readonly host: string
}

export type PacOutcome =
  | { readonly fault: string }
  | { readonly answer: string; readonly wanted: readonly string[] }

const defaultLimitMs = 5_000
/** A file that looks names up is asked again with their addresses; one that wants ever more is not. */
const maxRounds = 4

/**
 * Asks a PAC file (`FindProxyForURL`) in an engine without any access, in a thread that is ended when its
 * time is up. Rejects with a sentence where the file fails. Names are looked up between its runs, as it
 * cannot wait.
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
    worker.once('error', () => settle(() => reject(new Error('the PAC file broke its engine'))))
    worker.once('exit', () => settle(() => reject(new Error('the PAC file gave no answer'))))
  })
}
