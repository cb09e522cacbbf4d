import { Worker } from 'node:worker_threads'
import type { FileBodyStore } from '@parley/appdata'
import type { TextEncoding, WithheldValue } from '@parley/engine'
import { describeRefusal, KillableThread, type ThreadCaps, unreachableHeapMb } from '@parley/files'
import type { BodyMerge } from '../../contract/index.ts'
import { logFault } from '../../log-fault.ts'
import { valueOrLater } from '../value-or-later.ts'
import type { MergeAnswer, MergeJob } from './merge-job.ts'

/** Values of larger bodies might take more memory than {@link maxHeapBytes}. */
export const maxMergedBytes = 20 * 1024 * 1024
const maxHeapBytes = 1024 * 1024 * 1024
const maxMergingMs = 15_000
/** A growing body is merged from its beginning each time, so it rests longer than that took. */
const shortestRestMs = 200
const restPerWork = 4

/** An incremental response that is merged. */
export interface IncrementalBody {
  readonly handle: string
  readonly boundary: string
  readonly encoding: TextEncoding
  readonly isGrowing: boolean
}

export interface MergedBodiesOptions {
  /** Called with the handle of a merged response that is deleted. */
  readonly onForget: (handle: string) => Promise<void>
  /** Returns the secrets that a body may carry. */
  readonly secretsOf: (handle: string) => Promise<readonly WithheldValue[]>
  readonly caps?: Partial<ThreadCaps>
}

/** The merged response, formatted; the handle is null if it can only be shown as received. */
export interface MergedBody {
  readonly handle: string | null
  /** Counts the changes of the merged response while it arrives. */
  readonly revision: number
  readonly merge: BodyMerge
}

interface Entry {
  latest: MergedBody | null
  /** May still be read by a call. */
  previous: MergedBody | null
  mergedBytes: number
  running: Promise<void> | null
  restsUntil: number
}

/** Merges the parts of incremental responses, also while they arrive. The merged response is a separate body. */
export class MergedBodies {
  readonly #bodies: FileBodyStore
  readonly #onForget: MergedBodiesOptions['onForget']
  readonly #secretsOf: MergedBodiesOptions['secretsOf']
  readonly #thread: KillableThread<MergeJob, MergeAnswer>
  readonly #entries = new Map<string, Entry>()

  constructor(bodies: FileBodyStore, { onForget, secretsOf, caps = {} }: MergedBodiesOptions) {
    this.#bodies = bodies
    this.#secretsOf = secretsOf
    this.#onForget = onForget
    this.#thread = new KillableThread({
      start: startWorker,
      maxMs: maxMergingMs,
      maxHeapBytes,
      ...caps,
    })
  }

  /** Returns the latest merged response, and whether a newer one is being made; null before the first. */
  async merged(
    body: IncrementalBody,
  ): Promise<{ readonly latest: MergedBody | null; readonly isLate: boolean }> {
    const entry = this.#entry(body.handle)
    this.#mergeIfChanged(body, entry)
    if (entry.running !== null) await valueOrLater(entry.running)
    // A merge that was made while the body grew may lack its end.
    this.#mergeIfChanged(body, entry)
    return { latest: entry.latest, isLate: this.#isOutdated(body.handle, entry) }
  }

  /** Deletes what was merged from a body. */
  async release(handle: string): Promise<void> {
    const entry = this.#entries.get(handle)
    if (entry === undefined) return
    this.#entries.delete(handle)
    await entry.running
    await this.#forget(entry.previous)
    await this.#forget(entry.latest)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  #entry(handle: string): Entry {
    const entry = this.#entries.get(handle) ?? {
      latest: null,
      previous: null,
      mergedBytes: -1,
      running: null,
      restsUntil: 0,
    }
    this.#entries.set(handle, entry)
    return entry
  }

  #isOutdated(handle: string, { latest, mergedBytes }: Entry): boolean {
    return latest === null || mergedBytes !== (this.#bodies.sizeBytes(handle) ?? mergedBytes)
  }

  #mergeIfChanged(body: IncrementalBody, entry: Entry): void {
    if (entry.running !== null || !this.#isOutdated(body.handle, entry)) return
    if (body.isGrowing && performance.now() < entry.restsUntil) return
    const startedAt = performance.now()
    entry.running = this.#merge(body, entry).finally(() => {
      const tookMs = performance.now() - startedAt
      entry.restsUntil = performance.now() + Math.max(shortestRestMs, tookMs * restPerWork)
      entry.running = null
    })
  }

  async #merge(body: IncrementalBody, entry: Entry): Promise<void> {
    const sizeBytes = this.#bodies.sizeBytes(body.handle) ?? 0
    const merged = await this.#make(body, sizeBytes).catch(error => {
      // The received body can still be read, for example if the disk is too full for another one.
      if (describeRefusal(error) === null) logFault('merging the parts of a body', error)
      return { handle: null, merge: asReceived('failed') }
    })
    const { previous } = entry
    entry.previous = entry.latest
    entry.latest = { ...merged, revision: (entry.latest?.revision ?? 0) + 1 }
    entry.mergedBytes = sizeBytes
    await this.#forget(previous)
  }

  async #make(
    { handle, boundary, encoding, isGrowing }: IncrementalBody,
    sizeBytes: number,
  ): Promise<Pick<MergedBody, 'handle' | 'merge'>> {
    if (sizeBytes > maxMergedBytes) return { handle: null, merge: asReceived('tooLarge') }
    const sourcePath = await this.#bodies.path(handle)
    if (sourcePath === null) return { handle: null, merge: asReceived('failed') }
    let merge = asReceived('failed')
    const secrets = await this.#secretsOf(handle)
    const made = await this.#bodies.createBy(async targetPath => {
      const { name, markBytes } = encoding
      const job = { sourcePath, targetPath, encoding: name, markBytes, boundary, isGrowing, secrets }
      const outcome = await this.#thread.run(job)
      if (outcome.state !== 'answered') return false
      const { isWritten, parts } = outcome.answer
      merge = { ...parts, problem: isWritten ? null : parts.partCount === 0 ? 'noParts' : 'failed' }
      return isWritten
    })
    return { handle: made, merge }
  }

  async #forget(merged: MergedBody | null): Promise<void> {
    if (merged !== null && merged.handle !== null) await this.#onForget(merged.handle)
  }
}

function asReceived(problem: BodyMerge['problem']): BodyMerge {
  return { partCount: 0, unmergedCount: 0, isAwaitingParts: false, problem }
}

function startWorker(): Worker {
  // The sources have the worker next to this file; a bundle has it next to the whole program.
  const file = import.meta.url.endsWith('.ts') ? './merge-worker.ts' : './merge-worker.js'
  const worker = new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: unreachableHeapMb },
  })
  worker.unref()
  return worker
}
