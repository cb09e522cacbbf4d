import { Worker } from 'node:worker_threads'
import { KillableThread, type ThreadCaps, type ThreadOutcome, unreachableHeapMb } from '@parley/files'
import type { ExportJob, SearchJob } from './log-job.ts'

/** A range of a search has 10,000 messages or 16 MB, which takes far less. */
const maxSearchingMs = 15_000
/** An export has up to a million messages or 2 GB. */
const maxExportingMs = 300_000
const maxHeapBytes = 1024 * 1024 * 1024

/** The threads that search and export messages, one for each, so that an export delays no search. */
export class LogThreads {
  readonly #searching: KillableThread<SearchJob, readonly number[]>
  readonly #exporting: KillableThread<ExportJob, number>

  constructor(caps: Partial<ThreadCaps> = {}) {
    this.#searching = new KillableThread({ start: startWorker, maxMs: maxSearchingMs, maxHeapBytes, ...caps })
    this.#exporting = new KillableThread({
      start: startWorker,
      maxMs: maxExportingMs,
      maxHeapBytes,
      ...caps,
      isKeptAfter: () => false,
    })
  }

  search(job: SearchJob, isWanted: () => boolean): Promise<ThreadOutcome<readonly number[]>> {
    return this.#searching.run(job, isWanted)
  }

  export(job: ExportJob, isWanted: () => boolean): Promise<ThreadOutcome<number>> {
    return this.#exporting.run(job, isWanted)
  }

  async close(): Promise<void> {
    await Promise.all([this.#searching.close(), this.#exporting.close()])
  }
}

function startWorker(): Worker {
  // The sources have the worker next to this file; a bundle has it next to the whole program.
  const file = import.meta.url.endsWith('.ts') ? './log-worker.ts' : './log-worker.js'
  const worker = new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: unreachableHeapMb },
  })
  worker.unref()
  return worker
}
