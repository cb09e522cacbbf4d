import { Worker } from 'node:worker_threads'
import type { FormatJob } from './format-job.ts'

/** A body that takes longer is shown as it came. */
const maxFormattingMs = 20_000

/** Runs jobs one after the other in a thread of its own, which it ends where a job takes too long. */
export class BodyFormatter {
  readonly #maxMs: number
  #worker: Worker | null = null
  #latest: Promise<unknown> = Promise.resolve()

  constructor(maxMs: number = maxFormattingMs) {
    this.#maxMs = maxMs
  }

  /** Starts the thread, so that the first job finds it there. */
  prepare(): void {
    this.#worker ??= startWorker()
  }

  /** Whether the body could be laid out in time. Rejects where it could not be read or written. */
  format(job: FormatJob): Promise<boolean> {
    const done = this.#latest.then(() => this.#run(job))
    this.#latest = done.catch(() => {})
    return done
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = null
  }

  #run(job: FormatJob): Promise<boolean> {
    this.prepare()
    const worker = this.#worker
    if (worker === null) return Promise.resolve(false)
    return new Promise((resolve, reject) => {
      const giveUp = (settle: () => void) => {
        if (this.#worker === worker) this.#worker = null
        void worker.terminate().then(settle, settle)
      }
      const timer = setTimeout(() => giveUp(() => resolve(false)), this.#maxMs)
      worker.removeAllListeners()
      worker.once('message', (isFormatted: boolean) => {
        clearTimeout(timer)
        resolve(isFormatted)
      })
      worker.once('error', error => {
        clearTimeout(timer)
        giveUp(() => reject(error))
      })
      worker.once('exit', () => {
        clearTimeout(timer)
        if (this.#worker === worker) this.#worker = null
        resolve(false)
      })
      worker.postMessage(job)
    })
  }
}

function startWorker(): Worker {
  // Beside this file in the sources, beside the whole program once that is bundled.
  const file = import.meta.url.endsWith('.ts') ? './format-worker.ts' : './format-worker.js'
  const worker = new Worker(new URL(file, import.meta.url))
  worker.unref()
  return worker
}
