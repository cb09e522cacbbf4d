import { Worker } from 'node:worker_threads'
import type { FileBodyStore } from '@parley/appdata'
import type { TextEncoding } from '@parley/engine'
import { unreachableHeapMb } from '@parley/interchange'
import type { BodyFilterRefusal } from '../../contract/index.ts'
import { logFault } from '../../log-fault.ts'
import { KillableThread, type ThreadCaps, type ThreadOutcome } from '../killable-thread.ts'
import { describeFilterRefusal } from './describe-filter-refusal.ts'
import type { FilterJob } from './filter-job.ts'
import type { FilterAnswer } from './filter-json.ts'

/**
 * A larger body is not filtered: it is held as values, which take up to 35 times their text (objects of one
 * key each, all different, do), and beside them the text itself and where its values stand.
 */
export const maxFilteredBytes = 20 * 1024 * 1024
/** Enough for any body of that size; what a filter wants on top ends it. */
const maxHeapBytes = 1024 * 1024 * 1024
/** The largest body takes a second or two; a filter that takes longer is one that would not end. */
const maxFilteringMs = 15_000
/** After a larger body the thread ends, as it would keep the memory that it took. */
const maxBytesInPassing = 1024 * 1024
/** So many filtered bodies are kept of a body, those read last. */
const keptFilters = 8

/** A filter that was applied: the body of its matches, or why there is none. */
export type FilteredBody =
  | { readonly state: 'made'; readonly handle: string; readonly matchCount: number }
  | { readonly state: 'refused'; readonly refusal: BodyFilterRefusal }
  /** A newer filter of the same body came before its turn. */
  | { readonly state: 'superseded' }

/** A JSONPath, and how its matches are shown. */
export interface BodyFilter {
  readonly filter: string
  readonly view: 'pretty' | 'raw'
}

/** Bodies of JSON that were filtered, each a body of its own: a list of the matches. */
export class BodyFilters {
  readonly #bodies: FileBodyStore
  readonly #thread: KillableThread<FilterJob, FilterAnswer>
  /** By handle, then by view and filter; the one asked for last is the last one. */
  readonly #made = new Map<string, Map<string, Promise<FilteredBody>>>()
  /** By handle: the filter that was asked for last. */
  readonly #newest = new Map<string, BodyFilter>()
  /** Told of a filtered body that is given up. */
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

  /** Applies a filter to a body that has come whole, once for all who ask. */
  apply(handle: string, filter: BodyFilter, encoding: TextEncoding): Promise<FilteredBody> {
    const key = `${filter.view}/${filter.filter}`
    const made = this.#made.get(handle) ?? new Map<string, Promise<FilteredBody>>()
    this.#made.set(handle, made)
    const known = made.get(key)
    made.delete(key)
    const filtered = known ?? this.#apply(handle, filter, encoding)
    made.set(key, filtered)
    if (known !== undefined) return known
    for (const other of [...made.keys()].slice(0, -keptFilters)) void this.#forget(made, other)
    void filtered.then(({ state }) => {
      // Whoever asks for it again wants it all the same.
      if (state === 'superseded' && made.get(key) === filtered) made.delete(key)
    })
    return filtered
  }

  /** Gives up what was made of a body. */
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
      // A full disk, for one: the body itself can still be read.
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
  // Beside this file in the sources, beside the whole program once that is bundled.
  const file = import.meta.url.endsWith('.ts') ? './filter-worker.ts' : './filter-worker.js'
  const worker = new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: unreachableHeapMb },
  })
  worker.unref()
  return worker
}
