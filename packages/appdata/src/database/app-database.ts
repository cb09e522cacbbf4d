import { Worker } from 'node:worker_threads'
import { failed, ok, type Result } from '@parley/model'
import type { DatabaseOperations } from './database-operations.ts'
import type { DatabaseSetup, FromDatabase, ToDatabase } from './database-protocol.ts'
import type { RecoveryReport } from './recovery-report.ts'

/** A database that a newer Parley wrote, which is left unchanged. */
export interface NewerDatabase {
  readonly code: 'NEWER_APP_DATA'
  /** The version of the database. */
  readonly version: number
  /** The newest version that this program knows. */
  readonly knownVersion: number
}

/** A database operation failed and changed nothing. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** SQLite's code, such as `SQLITE_13` (a full disk), or `CLOSED`. */
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

interface Call {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/** The database of the app data, in its own thread. */
export class AppDatabase {
  /** How a damaged database was repaired; null if none was, or the user has dismissed the report. */
  readonly recovery: RecoveryReport | null
  /** Whether the repair happened at this start. */
  readonly isRecovered: boolean
  readonly #worker: Worker
  readonly #calls = new Map<number, Call>()
  readonly #ended: Promise<void>
  #nextId = 0
  #isClosed = false

  private constructor(worker: Worker, opened: Extract<FromDatabase, { readonly type: 'opened' }>) {
    this.#worker = worker
    this.recovery = opened.recovery
    this.isRecovered = opened.isRecovered
    worker.on('message', (message: FromDatabase) => this.#onMessage(message))
    this.#ended = new Promise(resolve =>
      worker.once('exit', () => {
        this.#fail(new DatabaseError('The database is closed', 'CLOSED'))
        resolve()
      }),
    )
    worker.on('error', error => this.#fail(error instanceof Error ? error : new Error(String(error))))
    worker.unref()
  }

  /** Opens the database. Rejects if the folder or the disk does not allow it. */
  static open(
    folder: string,
    { makesCopies = false }: Partial<Pick<DatabaseSetup, 'makesCopies'>> = {},
  ): Promise<Result<AppDatabase, NewerDatabase>> {
    const worker = startWorker({ folder, makesCopies })
    return new Promise((resolve, reject) => {
      worker.once('error', reject)
      worker.once('message', (message: FromDatabase) => {
        worker.removeListener('error', reject)
        if (message.type === 'opened') resolve(ok(new AppDatabase(worker, message)))
        if (message.type === 'newer') {
          const { version, knownVersion } = message
          resolve(failed({ code: 'NEWER_APP_DATA', version, knownVersion }))
        }
      })
    })
  }

  /**
   * Runs an operation. Resolves once the system has its changes.
   * @throws DatabaseError if nothing was changed
   */
  run<Name extends keyof DatabaseOperations>(
    operation: Name,
    ...args: Parameters<DatabaseOperations[Name]>
  ): Promise<ReturnType<DatabaseOperations[Name]>> {
    if (this.#isClosed) return Promise.reject(new DatabaseError('The database is closed', 'CLOSED'))
    const id = this.#nextId++
    this.#worker.ref()
    this.#post({ type: 'call', id, operation, args })
    return new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject }))
  }

  /** Closes the database after all earlier calls. */
  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true
      this.#worker.ref()
      this.#post({ type: 'close' })
    }
    await this.#ended
  }

  #post(message: ToDatabase): void {
    this.#worker.postMessage(message)
  }

  #onMessage(message: FromDatabase): void {
    if (message.type !== 'answer' && message.type !== 'failure') return
    const call = this.#calls.get(message.id)
    this.#calls.delete(message.id)
    // The thread keeps the process running only while a call is pending.
    if (this.#calls.size === 0 && !this.#isClosed) this.#worker.unref()
    if (message.type === 'answer') call?.resolve(message.value)
    else call?.reject(new DatabaseError(message.message, message.code))
  }

  #fail(error: Error): void {
    this.#isClosed = true
    const calls = [...this.#calls.values()]
    this.#calls.clear()
    for (const { reject } of calls) reject(error)
  }
}

function startWorker(workerData: DatabaseSetup): Worker {
  // Next to this file in the sources, and next to the whole program once bundled.
  const file = import.meta.url.endsWith('.ts') ? './database-worker.ts' : './database-worker.js'
  return new Worker(new URL(file, import.meta.url), { workerData })
}
