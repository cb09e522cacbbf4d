import type { ScriptJob, ScriptResult } from '../sandbox/worker-protocol.ts'
import { type SandboxFiles, sandboxFiles } from '../sandbox-files.ts'
import { PooledWorker, type ScriptHost } from './pooled-worker.ts'

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
  readonly #queue: (() => void)[] = []
  #busy = 0
  #isClosed = false

  constructor({ workers = 2 }: ScriptPoolOptions = {}) {
    this.#limit = workers
  }

  /** Resolves with how the script ended; Cancel ends it while it waits for a thread, too. */
  async run(job: ScriptJob, host: ScriptHost, signal: AbortSignal): Promise<ScriptResult> {
    const files = await sandboxFiles()
    await this.#turn()
    const worker = this.#take(files)
    try {
      return await worker.run(job, host, signal)
    } finally {
      this.#giveBack(worker)
    }
  }

  /** Starts the threads ahead of the first script, whose user would else wait for them. */
  async warmUp(): Promise<void> {
    const files = await sandboxFiles()
    while (this.#idle.length + this.#busy < this.#limit) this.#idle.push(new PooledWorker(files))
  }

  /** Ends the threads; a script that still runs is stopped. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#idle.splice(0).map(worker => worker.close()))
  }

  async #turn(): Promise<void> {
    if (this.#busy >= this.#limit) await new Promise<void>(resolve => this.#queue.push(resolve))
    else this.#busy += 1
  }

  #take(files: SandboxFiles): PooledWorker {
    const kept = this.#idle.pop()
    return kept?.isUsable ? kept : new PooledWorker(files)
  }

  #giveBack(worker: PooledWorker): void {
    if (this.#isClosed) void worker.close()
    else if (worker.isUsable) this.#idle.push(worker)
    const next = this.#queue.shift()
    if (next === undefined) this.#busy -= 1
    else next()
  }
}
