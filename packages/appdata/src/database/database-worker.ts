import type { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type DatabaseOperations, databaseOperations } from './database-operations.ts'
import type { DatabaseSetup, ToDatabase } from './database-protocol.ts'
import { openDatabase } from './open-database.ts'
import { RollingCopies } from './rolling-copies.ts'

/**
 * Runs the database in a thread, because SQLite's calls are synchronous. It handles one call after another.
 */
async function serve({ folder, makesCopies }: DatabaseSetup): Promise<void> {
  const opened = await openDatabase(folder)
  if (opened.state === 'newer') {
    const { version, knownVersion } = opened
    parentPort?.postMessage({ type: 'newer', version, knownVersion })
    return
  }
  const { database, recovery, isRecovered } = opened
  const operations = databaseOperations(database)
  const copies = makesCopies ? new RollingCopies(database, folder) : null
  parentPort?.on('message', (message: ToDatabase) => {
    if (message.type === 'close') void close(database, copies)
    else parentPort?.postMessage(answer(message, operations))
  })
  parentPort?.postMessage({ type: 'opened', recovery, isRecovered })
  copies?.begin()
}

async function close(database: DatabaseSync, copies: RollingCopies | null): Promise<void> {
  await copies?.end()
  database.close()
  parentPort?.close()
}

function answer(
  { id, operation, args }: Extract<ToDatabase, { type: 'call' }>,
  operations: DatabaseOperations,
): object {
  try {
    const act: unknown = Reflect.get(operations, operation)
    if (typeof act !== 'function') throw new TypeError(`The database has no operation ${operation}`)
    return { type: 'answer', id, value: act(...args) }
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? `SQLITE_${String(error.errcode)}` : ''
    return { type: 'failure', id, message: error instanceof Error ? error.message : String(error), code }
  }
}

await serve(workerData)
