import { failed, ok, type Result } from '@parley/model'
import { connectHere, connectToThread, type DatabaseConnection } from './database-connection.ts'
import type { DatabaseOperations } from './database-operations.ts'
import type { DatabaseSetup, FromDatabase } from './database-protocol.ts'
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

export interface AppDatabaseOptions extends Partial<Pick<DatabaseSetup, 'makesCopies'>> {
  /** Whether it runs in a thread of its own, so that nothing waits for it; true by default. */
  readonly ownThread?: boolean
}

/** The database of the app data. */
export class AppDatabase {
  /** How a damaged database was repaired; null if none was, or the user has dismissed the report. */
  readonly recovery: RecoveryReport | null
  /** Whether the repair happened at this start. */
  readonly isRecovered: boolean
  readonly #connection: DatabaseConnection
  readonly #calls = new Map<number, Call>()
  readonly #ended: Promise<void>
  #nextId = 0
  #isClosed = false

  private constructor(
    connection: DatabaseConnection,
    { recovery, isRecovered }: Extract<FromDatabase, { readonly type: 'opened' }>,
    ended: Promise<void>,
  ) {
    this.#connection = connection
    this.recovery = recovery
    this.isRecovered = isRecovered
    this.#ended = ended
    connection.keepRunning(false)
  }

  /** Opens the database. Rejects if the folder or the disk does not allow it. */
  static open(
    folder: string,
    { makesCopies = false, ownThread = true }: AppDatabaseOptions = {},
  ): Promise<Result<AppDatabase, NewerDatabase>> {
    return new Promise((resolve, reject) => {
      let opened: AppDatabase | null = null
      const ended = Promise.withResolvers<void>()
      const connect = ownThread ? connectToThread : connectHere
      const connection = connect(
        { folder, makesCopies },
        {
          onMessage(message) {
            if (message.type === 'opened') {
              opened = new AppDatabase(connection, message, ended.promise)
              resolve(ok(opened))
            } else if (message.type === 'newer') {
              const { version, knownVersion } = message
              resolve(failed({ code: 'NEWER_APP_DATA', version, knownVersion }))
            } else if (opened !== null) opened.#onAnswer(message)
          },
          onError(error) {
            if (opened === null) reject(error)
            else opened.#fail(error)
          },
          onEnd() {
            const closed = new DatabaseError('The database is closed', 'CLOSED')
            if (opened === null) reject(closed)
            else opened.#fail(closed)
            ended.resolve()
          },
        },
      )
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
    this.#connection.keepRunning(true)
    this.#connection.post({ type: 'call', id, operation, args })
    return new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject }))
  }

  /** Closes the database after all earlier calls. */
  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true
      this.#connection.keepRunning(true)
      this.#connection.post({ type: 'close' })
    }
    await this.#ended
  }

  #onAnswer(message: Extract<FromDatabase, { readonly type: 'answer' | 'failure' }>): void {
    const call = this.#calls.get(message.id)
    this.#calls.delete(message.id)
    // The thread keeps the process running only while a call is pending.
    if (this.#calls.size === 0 && !this.#isClosed) this.#connection.keepRunning(false)
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
