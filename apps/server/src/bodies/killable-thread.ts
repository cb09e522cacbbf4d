import type { Worker } from 'node:worker_threads'

/** How often the memory of a working thread is looked at. */
const heapCheckMs = 100

/** How a job of a thread ended. `ended`: the thread went without an answer. */
export type ThreadOutcome<Answer> =
  | { readonly state: 'answered'; readonly answer: Answer }
  | { readonly state: 'too-slow' | 'too-much-memory' | 'ended' | 'unwanted' }

export interface ThreadCaps {
  readonly maxMs: number
  /**
   * The thread's own limit must lie far above it: V8 ends the whole process, not the thread alone, where
   * that one is met within a call that cannot be interrupted, such as `JSON.parse`.
   */
  readonly maxHeapBytes?: number
}

export interface KillableThreadOptions<Job> extends ThreadCaps {
  start(): Worker
  /** Whether the thread is kept for the next job; it is, unless told otherwise. */
  isKeptAfter?(job: Job): boolean
}

/**
 * Runs jobs one after the other in a thread of its own, which answers each with one message. A job that
 * takes too long, or more memory than it may, ends the thread; the next job gets a new one.
 */
export class KillableThread<Job, Answer> {
  readonly #options: KillableThreadOptions<Job>
  #worker: Worker | null = null
  #latest: Promise<unknown> = Promise.resolve()

  constructor(options: KillableThreadOptions<Job>) {
    this.#options = options
  }

  /** Starts the thread, so that the first job finds it there. */
  prepare(): void {
    this.#worker ??= this.#options.start()
  }

  /** Rejects where the job threw. `isWanted` is asked when its turn has come. */
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
      const giveUp = (state: 'too-slow' | 'too-much-memory' | 'ended') => settle(() => resolve({ state }))
      const timer = setTimeout(() => giveUp('too-slow'), maxMs)
      const endHeapWatch = watchHeap(worker, maxHeapBytes, () => giveUp('too-much-memory'))
      worker.removeAllListeners()
      worker.once('message', (answer: Answer) =>
        settle(() => resolve({ state: 'answered', answer }), isKeptAfter?.(job) ?? true),
      )
      worker.once('error', error => settle(() => reject(error)))
      worker.once('exit', () => {
        if (this.#worker === worker) this.#worker = null
        giveUp('ended')
      })
      worker.postMessage(job)
    })
  }
}

/** Looks at the memory of a thread until the returned function is called, and tells where it is too much. */
function watchHeap(worker: Worker, maxHeapBytes: number | undefined, onTooMuch: () => void): () => void {
  if (maxHeapBytes === undefined) return () => {}
  let isAsking = false
  const look = async () => {
    if (isAsking) return
    isAsking = true
    try {
      const { used_heap_size: usedHeapBytes } = await worker.getHeapStatistics()
      if (usedHeapBytes > maxHeapBytes) onTooMuch()
    } catch {
      // The thread has gone, which its end tells.
    }
    isAsking = false
  }
  const timer = setInterval(look, heapCheckMs)
  return () => clearInterval(timer)
}
