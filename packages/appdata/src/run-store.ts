import { randomUUID } from 'node:crypto'
import { type RunResult, type RunRow, runRowOf } from '@parley/engine'
import { failed, ok, type Result } from '@parley/model'
import type { AppDatabase } from './database/app-database.ts'
import type { RunLimits, RunRecord } from './database/runs-table.ts'
import type { FileBodyStore } from './file-body-store.ts'
import type { HistoryBodies } from './history/history-bodies.ts'
import type { NamedSecret } from './history/history-store.ts'
import type { Locked } from './secrets/locked.ts'
import type { Vault } from './secrets/vault.ts'

/** A run that begins. `Summary` is the caller's data for lists; it is stored as JSON. */
export interface NewRun<Summary> {
  readonly id: string
  readonly targetId: string
  readonly summary: Summary
}

/** The reason why a response's content is incomplete or missing. */
export type MissingRunBody = 'notKept' | 'tooLarge' | 'noRoom' | 'lost'

/** A result, and the reason if its body is missing. */
export interface KeptResult {
  /** The handle of its content is the name of a file in `bodiesFolder`, or empty. */
  readonly result: RunResult
  readonly missingBody: MissingRunBody | null
  /** The secrets that its request had, which its body may repeat after they were changed or removed; absent: none. */
  readonly secrets?: readonly NamedSecret[]
}

/** The number of results that are stored and read together. */
export const runPieceSize = 64

const usualLimits: RunLimits = { runs: 50, sizeBytes: 500 * 1024 * 1024 }

/**
 * Stores the last runs of collections: requests and responses are sealed in the database, piece by piece, and
 * bodies are files. The oldest runs are deleted completely.
 */
export class RunStore {
  readonly #database: Pick<AppDatabase, 'run'>
  readonly #vault: Vault
  readonly #bodies: HistoryBodies
  readonly #limits: RunLimits

  constructor(database: Pick<AppDatabase, 'run'>, vault: Vault, bodies: HistoryBodies, limits = usualLimits) {
    this.#database = database
    this.#vault = vault
    this.#bodies = bodies
    this.#limits = limits
  }

  /** Returns the folder with the files of the bodies. */
  get bodiesFolder(): string {
    return this.#bodies.folder
  }

  /** Stores a run that begins. Returns the handles of the bodies that were dropped. */
  async begin<Summary>({
    id,
    targetId,
    summary,
  }: NewRun<Summary>): Promise<Result<readonly string[], Locked>> {
    const sealed = await this.#seal(summaryPlace(id), summary)
    if (!sealed.ok) return sealed
    return ok(
      await this.#deleteBodies(
        this.#database.run('addRun', { id, targetId, summary: sealed.value }, this.#limits),
      ),
    )
  }

  /** Updates the summary of a run. */
  async update<Summary>(id: string, summary: Summary): Promise<Locked | null> {
    const sealed = await this.#seal(summaryPlace(id), summary)
    if (!sealed.ok) return sealed.failure
    await this.#database.run('updateRun', id, sealed.value)
    return null
  }

  /** Copies a body of the store into a file for a later piece. Returns null if the store does not know it. */
  async keepBody(handle: string, store: Pick<FileBodyStore, 'copyTo'>): Promise<string | null> {
    const name = randomUUID()
    return (await this.#bodies.keep(handle, name, store)) ? name : null
  }

  /**
   * Stores results; all pieces except the last have {@link runPieceSize} of them. `bodyBytes` is the size of
   * their bodies.
   */
  async append(
    runId: string,
    piece: number,
    kept: readonly KeptResult[],
    bodyBytes: number,
  ): Promise<Locked | null> {
    const rows = await this.#seal(
      rowsPlace(runId, piece),
      kept.map(({ result }) => runRowOf(result)),
    )
    const results = await this.#seal(resultsPlace(runId, piece), kept)
    if (!rows.ok) return rows.failure
    if (!results.ok) return results.failure
    const bodyFiles = kept.flatMap(one => bodyFileOf(one) ?? [])
    const sizeBytes = rows.value.byteLength + results.value.byteLength + bodyBytes
    const isKept = await this.#database
      .run('addRunPiece', { runId, piece, rows: rows.value, results: results.value, bodyFiles, sizeBytes })
      .catch(async error => {
        await this.#bodies.remove(bodyFiles)
        throw error
      })
    if (!isKept) await this.#bodies.remove(bodyFiles)
    return null
  }

  /** Stores the one document of a run that has no results of single requests. */
  async keepDocument(runId: string, document: unknown): Promise<Locked | null> {
    const rows = await this.#seal(rowsPlace(runId, 0), [])
    const results = await this.#seal(resultsPlace(runId, 0), document)
    if (!rows.ok) return rows.failure
    if (!results.ok) return results.failure
    const sizeBytes = rows.value.byteLength + results.value.byteLength
    const piece = { rows: rows.value, results: results.value, bodyFiles: [], sizeBytes }
    await this.#database.run('addRunPiece', { runId, piece: 0, ...piece })
    return null
  }

  /** Returns the document that {@link keepDocument} stored; null if there is none. */
  async document<Document>(runId: string): Promise<Result<Document | null, Locked>> {
    const sealed = await this.#database.run('readRunResults', runId, 0)
    return sealed === null ? ok(null) : this.#unseal(resultsPlace(runId, 0), sealed)
  }

  /** Returns the runs, newest first. */
  async list<Summary>(targetId: string | null): Promise<Result<readonly NewRun<Summary>[], Locked>> {
    const runs: NewRun<Summary>[] = []
    for (const record of await this.#database.run('listRuns', targetId)) {
      const run = await this.#runOf<Summary>(record)
      if (!run.ok) return run
      runs.push(run.value)
    }
    return ok(runs)
  }

  /** Returns null if the run no longer exists. */
  async read<Summary>(id: string): Promise<Result<NewRun<Summary> | null, Locked>> {
    const record = await this.#database.run('readRun', id)
    return record === null ? ok(null) : this.#runOf(record)
  }

  /** Returns the rows of the existing pieces in this range. */
  async rows(id: string, firstPiece: number, lastPiece: number): Promise<Result<readonly RunRow[], Locked>> {
    const rows: RunRow[] = []
    const pieces = await this.#database.run('readRunRows', id, firstPiece, lastPiece)
    for (const [at, sealed] of pieces.entries()) {
      const read = await this.#unseal<readonly RunRow[]>(rowsPlace(id, firstPiece + at), sealed)
      if (!read.ok) return read
      rows.push(...read.value)
    }
    return ok(rows)
  }

  /** Returns the results of a piece; none if the piece does not exist. */
  async results(id: string, piece: number): Promise<Result<readonly KeptResult[], Locked>> {
    const sealed = await this.#database.run('readRunResults', id, piece)
    return sealed === null ? ok([]) : this.#unseal(resultsPlace(id, piece), sealed)
  }

  /** Returns whether the file of a body still exists. */
  hasBody(name: string): Promise<boolean> {
    return this.#bodies.has(name)
  }

  /** Removes runs and returns the handles of their bodies. Needs no key. */
  remove(ids: readonly string[]): Promise<readonly string[]> {
    return this.#deleteBodies(this.#database.run('removeRuns', ids))
  }

  async #deleteBodies(removed: Promise<readonly string[]>): Promise<readonly string[]> {
    const files = await removed
    await this.#bodies.remove(files)
    return files
  }

  async #runOf<Summary>({ id, targetId, summary }: RunRecord): Promise<Result<NewRun<Summary>, Locked>> {
    const read = await this.#unseal<Summary>(summaryPlace(id), summary)
    return read.ok ? ok({ id, targetId, summary: read.value }) : read
  }

  #seal(place: string, value: unknown): Promise<Result<Uint8Array, Locked>> {
    return this.#vault.seal(place, JSON.stringify(value))
  }

  /** Unseals a value, which only this class can have written. */
  async #unseal<Value>(place: string, sealed: Uint8Array): Promise<Result<Value, Locked>> {
    const text = await this.#vault.unseal(place, sealed)
    return text.ok ? ok(JSON.parse(text.value)) : failed(text.failure)
  }
}

function bodyFileOf({ result: { outcome } }: KeptResult): string | null {
  const response = outcome?.ok === true ? outcome.value.exchange.response : outcome?.failure.response
  return response?.content.handle || null
}

function summaryPlace(id: string): string {
  return JSON.stringify(['run', id, 'summary'])
}

function rowsPlace(id: string, piece: number): string {
  return JSON.stringify(['run', id, 'rows', piece])
}

function resultsPlace(id: string, piece: number): string {
  return JSON.stringify(['run', id, 'results', piece])
}
