import { randomUUID } from 'node:crypto'
import { type RunResult, type RunRow, runRowOf } from '@parley/engine'
import { failed, ok, type Result } from '@parley/model'
import type { AppDatabase } from './database/app-database.ts'
import type { RunLimits, RunRecord } from './database/runs-table.ts'
import type { FileBodyStore } from './file-body-store.ts'
import type { HistoryBodies } from './history/history-bodies.ts'
import type { Locked } from './secrets/locked.ts'
import type { Vault } from './secrets/vault.ts'

/** A run that begins. `Summary` is what its caller wants to know of it in a list; it is kept as JSON. */
export interface NewRun<Summary> {
  readonly id: string
  readonly targetId: string
  readonly summary: Summary
}

/** Why there is less of a response's content than came. */
export type MissingRunBody = 'notKept' | 'tooLarge' | 'noRoom' | 'lost'

/** A result with what became of its body. */
export interface KeptResult {
  /** The handle of its content is that of a file in `bodiesFolder`, or empty. */
  readonly result: RunResult
  readonly missingBody: MissingRunBody | null
}

/** So many results are kept and read together. */
export const runPieceSize = 64

const usualLimits: RunLimits = { runs: 50, sizeBytes: 500 * 1024 * 1024 }

/**
 * The last runs of collections: what was sent and came back sealed in the database, piece by piece, bodies as
 * files beside it. Of the oldest runs all is given up.
 */
export class RunStore {
  readonly #database: AppDatabase
  readonly #vault: Vault
  readonly #bodies: HistoryBodies
  readonly #limits: RunLimits

  constructor(database: AppDatabase, vault: Vault, bodies: HistoryBodies, limits = usualLimits) {
    this.#database = database
    this.#vault = vault
    this.#bodies = bodies
    this.#limits = limits
  }

  /** Where the files of the bodies are. */
  get bodiesFolder(): string {
    return this.#bodies.folder
  }

  /** Keeps a run that begins. Gives back the handles of the bodies that had to go. */
  async begin<Summary>({
    id,
    targetId,
    summary,
  }: NewRun<Summary>): Promise<Result<readonly string[], Locked>> {
    const sealed = await this.#seal(summaryPlace(id), summary)
    if (!sealed.ok) return sealed
    return ok(
      await this.#giveUp(this.#database.run('addRun', { id, targetId, summary: sealed.value }, this.#limits)),
    )
  }

  /** Keeps what there is to know of a run by now. */
  async update<Summary>(id: string, summary: Summary): Promise<Locked | null> {
    const sealed = await this.#seal(summaryPlace(id), summary)
    if (!sealed.ok) return sealed.failure
    await this.#database.run('updateRun', id, sealed.value)
    return null
  }

  /** Copies a body of the store into a file that a piece is to name. Null where the store does not know it. */
  async keepBody(handle: string, store: Pick<FileBodyStore, 'copyTo'>): Promise<string | null> {
    const name = randomUUID()
    return (await this.#bodies.keep(handle, name, store)) ? name : null
  }

  /** Keeps results; all pieces but the last hold {@link runPieceSize} of them. `bodyBytes`: of the bodies they name. */
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

  /** Newest first. */
  async list<Summary>(targetId: string | null): Promise<Result<readonly NewRun<Summary>[], Locked>> {
    const runs: NewRun<Summary>[] = []
    for (const record of await this.#database.run('listRuns', targetId)) {
      const run = await this.#runOf<Summary>(record)
      if (!run.ok) return run
      runs.push(run.value)
    }
    return ok(runs)
  }

  /** Null where there is no such run any more. */
  async read<Summary>(id: string): Promise<Result<NewRun<Summary> | null, Locked>> {
    const record = await this.#database.run('readRun', id)
    return record === null ? ok(null) : this.#runOf(record)
  }

  /** The rows of some pieces, as far as there are any. */
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

  /** The results of a piece; none where there is no such piece. */
  async results(id: string, piece: number): Promise<Result<readonly KeptResult[], Locked>> {
    const sealed = await this.#database.run('readRunResults', id, piece)
    return sealed === null ? ok([]) : this.#unseal(resultsPlace(id, piece), sealed)
  }

  /** Whether the file of a body is still there. */
  hasBody(name: string): Promise<boolean> {
    return this.#bodies.has(name)
  }

  /** Needs no key. Gives back the handles of the bodies that went. */
  remove(ids: readonly string[]): Promise<readonly string[]> {
    return this.#giveUp(this.#database.run('removeRuns', ids))
  }

  async #giveUp(removed: Promise<readonly string[]>): Promise<readonly string[]> {
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

  /** Nobody but this class has written it. */
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
