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

/** Threads for each script that may run: those of scripts that merely wait for an answer. */
const threadsForEach = 4

/**
 * The threads in which scripts run. They start with the first script, do not keep the process alive while
 * they rest, and are replaced when a script had to be killed with its thread. A script whose request is out
 * keeps its thread and gives way to others: slow servers of one window do not hold up the next.
 */
export class ScriptPool {
  readonly #limit: number
  readonly #idle: PooledWorker[] = []
  readonly #busy = new Set<PooledWorker>()
  readonly #queue: ((mayRun: boolean) => void)[] = []
  /** Scripts that have a thread, and those of them that run in it. */
  #begun = 0
  #running = 0
  #isClosed = false

  constructor({ workers = 2 }: ScriptPoolOptions = {}) {
    this.#limit = workers
  }

  /** Resolves with how the script ended; Cancel ends it while it waits for a thread, too. */
  async run(job: ScriptJob, host: ScriptHost, signal: AbortSignal): Promise<ScriptResult> {
    const files = await sandboxFiles()
    if (!(await this.#turn(signal))) return stoppedResult('cancelled')
    const worker = this.#take(files)
    const turn = new Turn(by => this.#count(by))
    this.#busy.add(worker)
    try {
      return await worker.run(job, turn.givenUpBy(host), signal)
    } finally {
      turn.end()
      this.#busy.delete(worker)
      this.#giveBack(worker)
    }
  }

  /** Starts the threads and runs a first script on each, whose time the user would else wait for. */
  async warmUp(): Promise<void> {
    const { signal } = new AbortController()
    const missing = Math.max(0, this.#limit - this.#idle.length - this.#begun)
    await Promise.all(Array.from({ length: missing }, () => this.run(warmUpJob, noHost, signal)))
  }

  /** Ends the threads; scripts that still run are stopped with them, and none runs any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const begin of this.#queue.splice(0)) begin(false)
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map(worker => worker.close()))
  }

  /** Resolves when a thread is free, or with false where the script is not wanted any more. */
  async #turn(signal: AbortSignal): Promise<boolean> {
    if (this.#isClosed || signal.aborted) return false
    if (!this.#hasRoom()) return await this.#queued(signal)
    this.#begin()
    return true
  }

  #hasRoom(): boolean {
    return this.#running < this.#limit && this.#begun < this.#limit * threadsForEach
  }

  #begin(): void {
    this.#begun += 1
    this.#running += 1
  }

  #queued(signal: AbortSignal): Promise<boolean> {
    return new Promise(resolve => {
      const leave = () => {
        const at = this.#queue.indexOf(begin)
        if (at !== -1) this.#queue.splice(at, 1)
        begin(false)
      }
      const begin = (mayRun: boolean) => {
        signal.removeEventListener('abort', leave)
        resolve(mayRun)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#queue.push(begin)
    })
  }

  /** A script begins to run, or stops for a while or for good. */
  #count(by: 1 | -1): void {
    this.#running += by
    this.#serveQueue()
  }

  #serveQueue(): void {
    while (this.#hasRoom()) {
      const begin = this.#queue.shift()
      if (begin === undefined) return
      this.#begin()
      begin(true)
    }
  }

  #take(files: SandboxFiles): PooledWorker {
    const kept = this.#idle.pop()
    return kept?.isUsable ? kept : new PooledWorker(files)
  }

  #giveBack(worker: PooledWorker): void {
    this.#begun -= 1
    const isKept = worker.isUsable && this.#idle.length < this.#limit && !this.#isClosed
    if (isKept) this.#idle.push(worker)
    else void worker.close()
    this.#serveQueue()
  }
}

/** One script among those that run: it does not count while it waits for an answer. */
class Turn {
  readonly #count: (by: 1 | -1) => void
  #waiting = 0
  #isOver = false

  constructor(count: (by: 1 | -1) => void) {
    this.#count = count
  }

  givenUpBy(host: ScriptHost): ScriptHost {
    return {
      readBody: () => host.readBody(),
      send: async (...request) => {
        this.#wait(1)
        try {
          return await host.send(...request)
        } finally {
          this.#wait(-1)
        }
      },
    }
  }

  end(): void {
    if (this.#waiting === 0) this.#count(-1)
    this.#isOver = true
  }

  #wait(by: 1 | -1): void {
    const wasWaiting = this.#waiting > 0
    this.#waiting += by
    const isWaiting = this.#waiting > 0
    if (!this.#isOver && wasWaiting !== isWaiting) this.#count(isWaiting ? -1 : 1)
  }
}
