import {
  type LibraryImage,
  type ScriptJob,
  type ScriptResult,
  stoppedResult,
} from '../sandbox/worker-protocol.ts'
import { type SandboxFiles, sandboxFiles, sandboxImage } from '../sandbox-files.ts'
import { imageFor } from '../shared/script-libraries.ts'
import { PooledWorker } from './pooled-worker.ts'
import type { PausableHost, ScriptHost } from './supervised-run.ts'
import { warmUpJob } from './warm-up-job.ts'

/** The host of the warm-up script, which calls nothing. */
const noHost: ScriptHost = {
  send: async () => ({ ok: false, message: '' }),
  readBody: async () => null,
}

export interface ScriptPoolOptions {
  /** The number of scripts that run at the same time; others queue. */
  readonly workers?: number
}

/**
 * The maximum number of threads per running script: the others belong to scripts that wait for a response or a timer.
 */
const threadsForEach = 4

/**
 * Idle threads of closed pools, for the next pool of the process: starting one takes longer than most scripts run. Each
 * script has an engine of its own, so that none finds anything of another.
 */
const spares: PooledWorker[] = []
const mostSpares = 2

/**
 * The threads that run scripts. They start with the first script, do not keep the process alive while idle,
 * and are replaced after a kill. A script that waits for its request or a timer keeps its thread but lets another
 * one run, so that slow servers do not delay other windows.
 */
export class ScriptPool {
  readonly #limit: number
  readonly #idle: PooledWorker[] = []
  readonly #busy = new Set<PooledWorker>()
  readonly #queue: ((mayRun: boolean) => void)[] = []
  /** The number of scripts with a thread, and of those that are running in it. */
  #begun = 0
  #running = 0
  #isClosed = false

  constructor({ workers = 2 }: ScriptPoolOptions = {}) {
    this.#limit = workers
  }

  /** Resolves to the script's result; Cancel also ends a script that waits for a thread. */
  async run(job: ScriptJob, host: ScriptHost, signal: AbortSignal): Promise<ScriptResult> {
    const [files, libraries] = await Promise.all([sandboxFiles(), librariesOf(job)])
    if (!(await this.#turn(signal))) return stoppedResult('cancelled')
    const worker = this.#take(files)
    const turn = new Turn(by => this.#count(by))
    this.#busy.add(worker)
    try {
      return await worker.run({ job, libraries }, turn.pausingHost(host), signal)
    } finally {
      turn.end()
      this.#busy.delete(worker)
      this.#release(worker)
    }
  }

  /** Starts the threads and runs a first script on each, so that the user need not wait for that. */
  async warmUp(): Promise<void> {
    const { signal } = new AbortController()
    const missing = Math.max(0, this.#limit - this.#idle.length - this.#begun)
    await Promise.all(Array.from({ length: missing }, () => this.run(warmUpJob, noHost, signal)))
  }

  /** The part of its life, from 0 to 1, in which the busiest thread that is kept was busy; 0 if there is none. */
  get utilization(): number {
    return Math.max(0, ...this.#idle.map(worker => worker.utilization))
  }

  /** Ends the scripts and their threads; no further script runs. Idle threads may serve the next pool of the process. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const begin of this.#queue.splice(0)) begin(false)
    const idle = this.#idle.splice(0)
    spares.push(...idle.splice(0, mostSpares - spares.length))
    await Promise.all([...idle, ...this.#busy].map(worker => worker.close()))
  }

  /** Resolves when a thread is free, or to false if the script was cancelled. */
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

  /** Counts a script that starts to run (1), or stops running (-1). */
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
    const kept = this.#idle.pop() ?? spares.pop()
    return kept?.isUsable ? kept : new PooledWorker(files)
  }

  #release(worker: PooledWorker): void {
    this.#begun -= 1
    const isKept = worker.isUsable && this.#idle.length < this.#limit && !this.#isClosed
    if (isKept) this.#idle.push(worker)
    else void worker.close()
    this.#serveQueue()
  }
}

/** Returns the image with the libraries that a script names; null: it names none. */
async function librariesOf({ source, declared, allowsRequire }: ScriptJob): Promise<LibraryImage | null> {
  const expressions = declared === undefined ? '' : JSON.stringify(declared)
  const name = imageFor(source + expressions, allowsRequire)
  return name === 'plain' ? null : { name, image: await sandboxImage(name) }
}

/** One running script, which does not count while it waits for a response or a timer. */
class Turn {
  readonly #count: (by: 1 | -1) => void
  #waiting = 0
  #isOver = false

  constructor(count: (by: 1 | -1) => void) {
    this.#count = count
  }

  pausingHost(host: ScriptHost): PausableHost {
    return {
      readBody: () => host.readBody(),
      sleep: isSleeping => this.#wait(isSleeping ? 1 : -1),
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
