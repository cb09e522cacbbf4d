import { Worker } from 'node:worker_threads'
import type { FileBodyStore } from '@parley/appdata'
import type { TextEncoding } from '@parley/engine'
import { KillableThread, type ThreadCaps, type ThreadOutcome, unreachableHeapMb } from '@parley/files'
import type { BodyFilterRefusal } from '../../contract/index.ts'
import { logFault } from '../../log-fault.ts'
import { describeFilterRefusal } from './describe-filter-refusal.ts'
import type { FilterJob } from './filter-job.ts'
import type { FilterAnswer } from './filter-json.ts'

/**
 * Larger bodies are not filtered. A filter holds the parsed values, which take up to 35 times the size of
 * their text (for objects of one key each, all different), the text itself, and the position of every value.
 */
export const maxFilteredBytes = 20 * 1024 * 1024
/** Enough memory for any body of that size; a filter that needs more is stopped. */
const maxHeapBytes = 1024 * 1024 * 1024
/** The largest body takes a second or two. A filter that takes longer is assumed never to end. */
const maxFilteringMs = 15_000
/** After a larger body the thread is ended, as it would not release the memory that it used. */
const maxBytesInPassing = 1024 * 1024
/** How many filtered versions of a body are kept, the most recently read ones. */
const maxKeptFilters = 8

/** The outcome of a filter: the body of its matches, or why there is none. */
export type FilteredBody =
  | { readonly state: 'made'; readonly handle: string; readonly matchCount: number }
  | { readonly state: 'refused'; readonly refusal: BodyFilterRefusal }
  /** A newer filter of the same body arrived before this one ran. */
  | { readonly state: 'superseded' }

/** A JSONPath and how to show its matches. */
export interface BodyFilter {
  readonly filter: string
  readonly view: 'pretty' | 'raw'
}

/** Filters JSON bodies. Each filtered body is a separate body: a list of the matches. */
export class BodyFilters {
  readonly #bodies: FileBodyStore
  readonly #thread: KillableThread<FilterJob, FilterAnswer>
  /** By handle, then by view and filter; least recently used first. */
  readonly #made = new Map<string, Map<string, Promise<FilteredBody>>>()
  /** The latest requested filter, by handle. */
  readonly #newest = new Map<string, BodyFilter>()
  /** Called with the handle of a filtered body that is deleted. */
  readonly #onForget: (handle: string) => Promise<void>

  constructor(
    bodies: FileBodyStore,
    onForget: (handle: string) => Promise<void>,
    caps: Partial<ThreadCaps> = {},
  ) {
    this.#bodies = bodies
    this.#onForget = onForget
    this.#thread = new KillableThread({
      start: startWorker,
      maxMs: maxFilteringMs,
      maxHeapBytes,
      ...caps,
      isKeptAfter: ({ sizeBytes }) => sizeBytes <= maxBytesInPassing,
    })
  }

  /** Applies a filter to a completely received body, once for all callers. */
  apply(handle: string, filter: BodyFilter, encoding: TextEncoding): Promise<FilteredBody> {
    const key = `${filter.view}/${filter.filter}`
    const made = this.#made.get(handle) ?? new Map<string, Promise<FilteredBody>>()
    this.#made.set(handle, made)
    const known = made.get(key)
    made.delete(key)
    const filtered = known ?? this.#apply(handle, filter, encoding)
    made.set(key, filtered)
    if (known !== undefined) return known
    for (const other of [...made.keys()].slice(0, -maxKeptFilters)) void this.#forget(made, other)
    void filtered.then(({ state }) => {
      // Whoever asks for a superseded filter again still wants it.
      if (state === 'superseded' && made.get(key) === filtered) made.delete(key)
    })
    return filtered
  }

  /** Deletes everything that was filtered from a body. */
  async release(handle: string): Promise<void> {
    const made = this.#made.get(handle)
    this.#made.delete(handle)
    this.#newest.delete(handle)
    if (made !== undefined) await Promise.all([...made.keys()].map(key => this.#forget(made, key)))
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  async #forget(made: Map<string, Promise<FilteredBody>>, key: string): Promise<void> {
    const filtered = made.get(key)
    made.delete(key)
    const body = await filtered
    if (body?.state === 'made') await this.#onForget(body.handle)
  }

  async #apply(handle: string, filter: BodyFilter, encoding: TextEncoding): Promise<FilteredBody> {
    try {
      return await this.#make(handle, filter, encoding)
    } catch (error) {
      // The disk may be full, for example. The body itself can still be read.
      logFault('filtering a body', error)
      return refused({ code: 'FAILED' })
    }
  }

  async #make(handle: string, filter: BodyFilter, { name, markBytes }: TextEncoding): Promise<FilteredBody> {
    const sizeBytes = this.#bodies.sizeBytes(handle) ?? 0
    if (sizeBytes > maxFilteredBytes) return refused({ code: 'TOO_LARGE' })
    this.#newest.set(handle, filter)
    const sourcePath = await this.#bodies.path(handle)
    if (sourcePath === null) return refused({ code: 'FAILED' })
    let outcome: ThreadOutcome<FilterAnswer> = { state: 'ended' }
    const filtered = await this.#bodies.createBy(async targetPath => {
      const job = { sourcePath, targetPath, encoding: name, markBytes, sizeBytes, ...filter }
      outcome = await this.#thread.run(job, () => this.#newest.get(handle) === filter)
      return outcome.state === 'answered' && outcome.answer.state === 'made'
    })
    return filteredBody(outcome, filtered)
  }
}

function filteredBody(outcome: ThreadOutcome<FilterAnswer>, handle: string | null): FilteredBody {
  switch (outcome.state) {
    case 'answered':
      if (outcome.answer.state === 'refused') return refused(outcome.answer)
      if (handle === null) return refused({ code: 'FAILED' })
      return { state: 'made', handle, matchCount: outcome.answer.matchCount }
    case 'unwanted':
      return { state: 'superseded' }
    case 'too-slow':
      return refused({ code: 'TOO_SLOW' })
    case 'too-much-memory':
      return refused({ code: 'TOO_MUCH_MEMORY' })
    case 'ended':
      return refused({ code: 'FAILED' })
  }
}

function refused(why: Parameters<typeof describeFilterRefusal>[0]): FilteredBody {
  return { state: 'refused', refusal: describeFilterRefusal(why) }
}

function startWorker(): Worker {
  // The sources have the worker next to this file; a bundle has it next to the whole program.
  const file = import.meta.url.endsWith('.ts') ? './filter-worker.ts' : './filter-worker.js'
  const worker = new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: unreachableHeapMb },
  })
  worker.unref()
  return worker
}
