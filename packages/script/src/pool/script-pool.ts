import { type ScriptJob, type ScriptResult, stoppedResult } from '../sandbox/worker-protocol.ts'
import { type SandboxFiles, sandboxFiles } from '../sandbox-files.ts'
import { PooledWorker } from './pooled-worker.ts'
import type { ScriptHost } from './supervised-run.ts'
import { warmUpJob } from './warm-up-job.ts'

/** The first script asks for nothing. */
const noHost: ScriptHost = {
  send: async () => ({ ok: false, message: '' }),
  readBody: async () => null,
}

export interface ScriptPoolOptions {
  /** How many scripts run at the same time; all others queue. */
  readonly workers?: number
}

/**
 * The threads in which scripts run. They start with the first script, do not keep the process alive while
 * they rest, and are replaced when a script had to be killed with its thread.
 */
export class ScriptPool {
  readonly #limit: number
  readonly #idle: PooledWorker[] = []
  readonly #busy = new Set<PooledWorker>()
  readonly #queue: (() => void)[] = []
  #turns = 0
  #isClosed = false

  constructor({ workers = 2 }: ScriptPoolOptions = {}) {
    this.#limit = workers
  }

  /** Resolves with how the script ended; Cancel ends it while it waits for a thread, too. */
  async run(job: ScriptJob, host: ScriptHost, signal: AbortSignal): Promise<ScriptResult> {
    const files = await sandboxFiles()
    if (!(await this.#turn(signal))) return stoppedResult('cancelled')
    const worker = this.#take(files)
    this.#busy.add(worker)
    try {
      return await worker.run(job, host, signal)
    } finally {
      this.#busy.delete(worker)
      this.#giveBack(worker)
    }
  }

  /** Starts the threads and runs a first script on each, whose time the user would else wait for. */
  async warmUp(): Promise<void> {
    const { signal } = new AbortController()
    const missing = this.#limit - this.#idle.length - this.#turns
    await Promise.all(Array.from({ length: missing }, () => this.run(warmUpJob, noHost, signal)))
  }

  /** Ends the threads; scripts that still run are stopped with them, and none runs any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const next of this.#queue.splice(0)) next()
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map(worker => worker.close()))
  }

  /** Resolves when a thread is free, or with false where the script is not wanted any more. */
  async #turn(signal: AbortSignal): Promise<boolean> {
    if (this.#isClosed || signal.aborted) return false
    if (this.#turns >= this.#limit && !(await this.#queued(signal))) return false
    this.#turns += 1
    return true
  }

  #queued(signal: AbortSignal): Promise<boolean> {
    return new Promise(resolve => {
      const leave = () => {
        signal.removeEventListener('abort', leave)
        const at = this.#queue.indexOf(next)
        if (at !== -1) this.#queue.splice(at, 1)
        resolve(false)
      }
      const next = () => {
        signal.removeEventListener('abort', leave)
        resolve(!this.#isClosed)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#queue.push(next)
    })
  }

  #take(files: SandboxFiles): PooledWorker {
    const kept = this.#idle.pop()
    return kept?.isUsable ? kept : new PooledWorker(files)
  }

  #giveBack(worker: PooledWorker): void {
    this.#turns -= 1
    if (this.#isClosed) void worker.close()
    else if (worker.isUsable) this.#idle.push(worker)
    this.#queue.shift()?.()
  }
}
