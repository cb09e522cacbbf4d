import {
  DatabaseError,
  describeLocked,
  type FileBodyStore,
  type KeptResult,
  type Locked,
  type MissingRunBody,
  type RunStore,
  runPieceSize,
} from '@parley/appdata'
import { type RunResult, type RunRow, runRowOf, type WithheldValue } from '@parley/engine'
import { sessionValuesOf } from '@parley/engine/reports'
import { becauseOf, failureCodeOf, nextStepFor } from '@parley/files'
import { maximumHistoryBodyBytes, type Response, type Result } from '@parley/model'
import type { DescribedProblem } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'

/** The limits for one run: the number of results, and the number and total size of bodies. */
const maximumResults = 100_000
const maximumBodyBytes = 100 * 1024 * 1024
const maximumBodies = 1000

/** The results of a running run: complete pieces in the app data, the rest in memory. */
export class StoredResults {
  readonly #runId: string
  readonly #store: RunStore
  readonly #bodies: FileBodyStore
  /** The number of results in the app data. */
  #written = 0
  #waiting: readonly KeptResult[] = []
  #waitingBodyBytes = 0
  #bodyBytes = 0
  #bodyCount = 0
  #problem: DescribedProblem | null = null

  constructor(runId: string, store: RunStore, bodies: FileBodyStore) {
    this.#runId = runId
    this.#store = store
    this.#bodies = bodies
  }

  get count(): number {
    return this.#written + this.#waiting.length
  }

  /** The results that are not in the app data yet. */
  get waiting(): readonly KeptResult[] {
    return this.#waiting
  }

  /** Why not all results are stored; null if all are. */
  get problem(): DescribedProblem | null {
    return this.#problem
  }

  /** Adds a result. A full disk does not end the run: `problem` says what could not be stored. */
  async add(result: RunResult, secrets: readonly WithheldValue[]): Promise<void> {
    if (this.#problem === null && this.count >= maximumResults)
      this.#problem = {
        sentence: `Only the first ${maximumResults.toLocaleString('en')} requests of the run are kept.`,
        nextStep: 'Run fewer iterations to see all of them.',
      }
    const handle = responseOf(result)?.content.handle ?? ''
    if (this.#problem !== null) return this.#bodies.release(handle)
    await this.#guarded(async () => {
      const { name, missingBody, sizeBytes } = await this.#keepBody(handle)
      this.#bodyBytes += sizeBytes
      this.#waitingBodyBytes += sizeBytes
      const shown = { ...withHandle(result, name), sessionChanges: sessionValuesOf(result) }
      const repeated = name === '' || secrets.length === 0 ? {} : { secrets }
      this.#waiting = [...this.#waiting, { result: shown, missingBody, ...repeated }]
      return this.#waiting.length < runPieceSize ? null : this.#write()
    })
  }

  /** Writes the remaining results at the end of the run. */
  async finish(): Promise<void> {
    if (this.#waiting.length > 0 && this.#problem === null) await this.#guarded(() => this.#write())
  }

  /** Returns rows from an index on, up to the end of what is stored or slightly beyond the limit. */
  async rows(from: number, limit: number): Promise<Result<readonly RunRow[], Locked>> {
    const waiting = this.#waiting.map(({ result }) => runRowOf(result))
    const written = this.#written
    const read = await readRows(this.#store, this.#runId, { from, limit, end: written })
    if (!read.ok) return read
    const rest = waiting.slice(Math.max(0, from - written), Math.max(0, from + limit - written))
    return { ok: true, value: [...read.value, ...rest] }
  }

  async result(index: number): Promise<Result<KeptResult | null, Locked>> {
    const waiting = this.#waiting[index - this.#written]
    return waiting === undefined ? readResult(this.#store, this.#runId, index) : { ok: true, value: waiting }
  }

  async #write(): Promise<Locked | null> {
    const piece = Math.floor(this.#written / runPieceSize)
    const locked = await this.#store.append(this.#runId, piece, this.#waiting, this.#waitingBodyBytes)
    if (locked !== null) return locked
    this.#written += this.#waiting.length
    this.#waiting = []
    this.#waitingBodyBytes = 0
    return null
  }

  async #guarded(keep: () => Promise<Locked | null>): Promise<void> {
    try {
      const locked = await keep()
      if (locked !== null) this.#problem = describeLocked(locked)
    } catch (error) {
      const code = failureCodeOf(error)
      // Neither the disk nor the database failed, so this is a bug.
      if (code === '' && !(error instanceof DatabaseError)) logFault('keeping a run', error)
      this.#problem = {
        sentence: `From here on the run could not be saved${becauseOf(code)}.`,
        nextStep: nextStepFor(code, 'Free some space on the disk, or check the app data folder.'),
      }
    }
  }

  async #keepBody(handle: string): Promise<{
    readonly name: string
    readonly missingBody: MissingRunBody | null
    readonly sizeBytes: number
  }> {
    const sizeBytes = handle === '' ? 0 : this.#bodies.sizeBytes(handle)
    const missing = (missingBody: MissingRunBody | null) => ({ name: '', missingBody, sizeBytes: 0 })
    if (handle === '' || sizeBytes === 0) return missing(null)
    // The options of the run say to keep no body, so the run released the body itself.
    if (sizeBytes === null) return missing('notKept')
    try {
      if (sizeBytes > maximumHistoryBodyBytes) return missing('tooLarge')
      const hasRoom = this.#bodyCount < maximumBodies && this.#bodyBytes + sizeBytes <= maximumBodyBytes
      if (!hasRoom) return missing('noRoom')
      const name = await this.#store.keepBody(handle, this.#bodies)
      if (name === null) return missing('notKept')
      this.#bodyCount += 1
      return { name, missingBody: null, sizeBytes }
    } finally {
      await this.#bodies.release(handle)
    }
  }
}

/** Reads rows from the app data, from an index on and before `end`. */
export async function readRows(
  store: RunStore,
  runId: string,
  { from, limit, end }: { readonly from: number; readonly limit: number; readonly end: number },
): Promise<Result<readonly RunRow[], Locked>> {
  const last = Math.min(from + limit, end)
  if (last <= from) return { ok: true, value: [] }
  const first = Math.floor(from / runPieceSize)
  const read = await store.rows(runId, first, Math.floor((last - 1) / runPieceSize))
  if (!read.ok) return read
  return { ok: true, value: read.value.slice(from - first * runPieceSize, last - first * runPieceSize) }
}

/** Reads a result from the app data; null if it is not stored. */
export async function readResult(
  store: RunStore,
  runId: string,
  index: number,
): Promise<Result<KeptResult | null, Locked>> {
  const read = await store.results(runId, Math.floor(index / runPieceSize))
  return read.ok ? { ok: true, value: read.value[index % runPieceSize] ?? null } : read
}

/** Returns the response of a result, even if incomplete. */
export function responseOf({ outcome }: RunResult): Response | null {
  return outcome === null ? null : outcome.ok ? outcome.value.exchange.response : outcome.failure.response
}

/** Returns the result with another handle for the content of its response, if it has one. */
export function withHandle(result: RunResult, handle: string): RunResult {
  const { outcome } = result
  const response = responseOf(result)
  if (outcome === null || response === null) return result
  const renamed = { ...response, content: { ...response.content, handle } }
  return {
    ...result,
    outcome: outcome.ok
      ? {
          ...outcome,
          value: { ...outcome.value, exchange: { ...outcome.value.exchange, response: renamed } },
        }
      : { ...outcome, failure: { ...outcome.failure, response: renamed } },
  }
}
