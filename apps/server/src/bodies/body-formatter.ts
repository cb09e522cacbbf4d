import { Worker } from 'node:worker_threads'
import type { FormatJob } from './format-job.ts'
import { KillableThread } from './killable-thread.ts'

/** A body that takes longer is shown as it came. */
const maxFormattingMs = 20_000

/** Lays bodies out in a thread of its own, which it ends where one takes too long. */
export class BodyFormatter {
  readonly #thread: KillableThread<FormatJob, boolean>

  constructor(maxMs: number = maxFormattingMs) {
    this.#thread = new KillableThread({ start: startWorker, maxMs })
  }

  /** Starts the thread, so that the first job finds it there. */
  prepare(): void {
    this.#thread.prepare()
  }

  /** Whether the body could be laid out in time. Rejects where it could not be read or written. */
  async format(job: FormatJob): Promise<boolean> {
    const outcome = await this.#thread.run(job)
    return outcome.state === 'answered' && outcome.answer
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}

function startWorker(): Worker {
  // Beside this file in the sources, beside the whole program once that is bundled.
  const file = import.meta.url.endsWith('.ts') ? './format-worker.ts' : './format-worker.js'
  const worker = new Worker(new URL(file, import.meta.url))
  worker.unref()
  return worker
}
