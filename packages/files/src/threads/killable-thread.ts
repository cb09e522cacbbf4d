import type { Worker } from 'node:worker_threads'
import { watchHeap } from './watch-heap.ts'

/** How a job of a thread ended. `ended`: the thread ended without a result. */
export type ThreadOutcome<Answer> =
  | { readonly state: 'answered'; readonly answer: Answer }
  | { readonly state: 'too-slow' | 'too-much-memory' | 'ended' | 'unwanted' }

export interface ThreadCaps {
  readonly maxMs: number
  /** The memory limit. The thread's own limit must be {@link unreachableHeapMb}. */
  readonly maxHeapBytes?: number
}

export interface KillableThreadOptions<Job> extends ThreadCaps {
  start(): Worker
  /** Whether the thread is kept for the next job; true by default. */
  isKeptAfter?(job: Job): boolean
}

/**
 * Runs jobs one after another in a separate thread, which responds to each with one message. A job that takes
 * too long or too much memory ends the thread; the next job gets a new one.
 */
export class KillableThread<Job, Answer> {
  readonly #options: KillableThreadOptions<Job>
  #worker: Worker | null = null
  #latest: Promise<unknown> = Promise.resolve()

  constructor(options: KillableThreadOptions<Job>) {
    this.#options = options
  }

  /** Starts the thread ahead of the first job. */
  prepare(): void {
    this.#worker ??= this.#options.start()
  }

  /** Runs a job; `isWanted` is called when it is its turn. Rejects if the job threw. */
  run(job: Job, isWanted: () => boolean = () => true): Promise<ThreadOutcome<Answer>> {
    const done = this.#latest.then(() => (isWanted() ? this.#run(job) : { state: 'unwanted' as const }))
    this.#latest = done.catch(() => {})
    return done
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = null
  }

  #run(job: Job): Promise<ThreadOutcome<Answer>> {
    this.prepare()
    const worker = this.#worker
    if (worker === null) return Promise.resolve({ state: 'ended' })
    const { maxMs, maxHeapBytes, isKeptAfter } = this.#options
    return new Promise((resolve, reject) => {
      let isSettled = false
      const settle = (finish: () => void, isThreadKept = false) => {
        if (isSettled) return
        isSettled = true
        clearTimeout(timer)
        endHeapWatch()
        if (isThreadKept) {
          finish()
          return
        }
        if (this.#worker === worker) this.#worker = null
        void worker.terminate().then(finish, finish)
      }
      const stopWith = (state: 'too-slow' | 'too-much-memory' | 'ended') => settle(() => resolve({ state }))
      const timer = setTimeout(() => stopWith('too-slow'), maxMs)
      const endHeapWatch =
        maxHeapBytes === undefined
          ? () => {}
          : watchHeap(worker, maxHeapBytes, () => stopWith('too-much-memory'))
      worker.removeAllListeners()
      worker.once('message', (answer: Answer) =>
        settle(() => resolve({ state: 'answered', answer }), isKeptAfter?.(job) ?? true),
      )
      worker.once('error', error => settle(() => reject(error)))
      worker.once('exit', () => {
        if (this.#worker === worker) this.#worker = null
        stopWith('ended')
      })
      worker.postMessage(job)
    })
  }
}
