import type { DatabaseSync } from 'node:sqlite'
import type { MessagePort } from 'node:worker_threads'
import { type DatabaseOperations, databaseOperations } from './database-operations.ts'
import type { DatabaseSetup, ToDatabase } from './database-protocol.ts'
import { openDatabase } from './open-database.ts'
import { RollingCopies } from './rolling-copies.ts'

/** Opens the database and handles the calls that come through a port, one after another. Rejects if it cannot be opened. */
export async function serveDatabase(
  { folder, makesCopies }: DatabaseSetup,
  port: MessagePort,
): Promise<void> {
  const opened = await openDatabase(folder)
  if (opened.state === 'newer') {
    const { version, knownVersion } = opened
    port.postMessage({ type: 'newer', version, knownVersion })
    port.close()
    return
  }
  const { database, recovery, isRecovered } = opened
  const operations = databaseOperations(database)
  const copies = makesCopies ? new RollingCopies(database, folder) : null
  port.on('message', (message: ToDatabase) => {
    if (message.type === 'close') void close(database, copies, port)
    else port.postMessage(answer(message, operations))
  })
  port.postMessage({ type: 'opened', recovery, isRecovered })
  copies?.begin()
}

async function close(database: DatabaseSync, copies: RollingCopies | null, port: MessagePort): Promise<void> {
  await copies?.end()
  database.close()
  port.close()
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
