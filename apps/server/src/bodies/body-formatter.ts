import { Worker } from 'node:worker_threads'
import { KillableThread } from '@parley/files'
import type { FormatJob } from './format-job.ts'

/** A body that takes longer to format is shown unformatted. */
const maxFormattingMs = 20_000

/** Formats bodies in its own thread, which it ends if a body takes too long. */
export class BodyFormatter {
  readonly #thread: KillableThread<FormatJob, boolean>

  constructor(maxMs: number = maxFormattingMs) {
    this.#thread = new KillableThread({ start: startWorker, maxMs })
  }

  /** Starts the thread ahead of the first job. */
  prepare(): void {
    this.#thread.prepare()
  }

  /** Resolves to whether the body was formatted in time. Rejects if the body could not be read or written. */
  async format(job: FormatJob): Promise<boolean> {
    const outcome = await this.#thread.run(job)
    return outcome.state === 'answered' && outcome.answer
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}

function startWorker(): Worker {
  // The sources have the worker next to this file; a bundle has it next to the whole program.
  const file = import.meta.url.endsWith('.ts') ? './format-worker.ts' : './format-worker.js'
  const worker = new Worker(new URL(file, import.meta.url))
  worker.unref()
  return worker
}
