import { Worker } from 'node:worker_threads'
import type { FileBodyStore } from '@parley/appdata'
import { KillableThread } from '@parley/files'
import type { BodyFormat } from '../../contract/index.ts'
import { logFault } from '../../log-fault.ts'
import type { RowIndex } from '../row-index.ts'
import { valueOrLater } from '../value-or-later.ts'
import { FoldIndex } from './fold-index.ts'
import type { FoldJob, FoldSummary } from './fold-job.ts'
import type { FoldableFormat } from './fold-scanner.ts'

/** A body that takes longer to analyse cannot be folded. */
const maxSummarizingMs = 20_000

/**
 * Finds what can be folded in formatted bodies. A separate thread analyses a body when its folds are first
 * requested.
 */
export class BodyFolds {
  readonly #bodies: FileBodyStore
  readonly #thread: KillableThread<FoldJob, FoldSummary>
  /** By the handle of the formatted body; null: nothing in it can be folded. */
  readonly #made = new Map<string, Promise<FoldIndex | null>>()

  constructor(bodies: FileBodyStore, maxMs: number = maxSummarizingMs) {
    this.#bodies = bodies
    this.#thread = new KillableThread({ start: startWorker, maxMs })
  }

  /** Returns the folds of a body; `later`: they are not ready yet, ask again. */
  async of(
    { handle, rows }: { readonly handle: string; readonly rows: RowIndex },
    format: BodyFormat,
  ): Promise<FoldIndex | null | 'later'> {
    if (format !== 'json' && format !== 'xml') return null
    const made =
      this.#made.get(handle) ??
      this.#make(handle, rows, format).catch(error => {
        // The body can be read without its folds.
        logFault('finding what can be folded in a body', error)
        return null
      })
    this.#made.set(handle, made)
    return valueOrLater(made)
  }

  /** Forgets a formatted body that is deleted. */
  forget(handle: string): void {
    this.#made.delete(handle)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  async #make(handle: string, rows: RowIndex, format: FoldableFormat): Promise<FoldIndex | null> {
    const path = await this.#bodies.path(handle)
    if (path === null) return null
    const isWanted = () => this.#made.has(handle)
    const [outcome] = await Promise.all([this.#thread.run({ path, format }, isWanted), rows.extend()])
    return outcome.state === 'answered' ? new FoldIndex(rows, format, outcome.answer) : null
  }
}

function startWorker(): Worker {
  // The sources have the worker next to this file; a bundle has it next to the whole program.
  const file = import.meta.url.endsWith('.ts') ? './fold-worker.ts' : './fold-worker.js'
  const worker = new Worker(new URL(file, import.meta.url))
  worker.unref()
  return worker
}
