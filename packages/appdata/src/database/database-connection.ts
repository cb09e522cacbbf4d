import { MessageChannel, Worker } from 'node:worker_threads'
import type { DatabaseSetup, FromDatabase, ToDatabase } from './database-protocol.ts'

/** What the database tells its user. */
export interface DatabaseListeners {
  readonly onMessage: (message: FromDatabase) => void
  /** It could not be opened, or its thread died. */
  readonly onError: (error: Error) => void
  /** No message follows. */
  readonly onEnd: () => void
}

/** The messages to an open database, which handles one after another. */
export interface DatabaseConnection {
  post(message: ToDatabase): void
  /** Whether the database keeps the process running. */
  keepRunning(isNeeded: boolean): void
}

/** Runs the database in a thread of its own, because SQLite's calls are synchronous. */
export function connectToThread(setup: DatabaseSetup, listeners: DatabaseListeners): DatabaseConnection {
  // Next to this file in the sources, and next to the whole program once bundled.
  const file = import.meta.url.endsWith('.ts') ? './database-worker.ts' : './database-worker.js'
  const worker = new Worker(new URL(file, import.meta.url), { workerData: setup })
  worker.on('message', listeners.onMessage)
  worker.on('error', error => listeners.onError(error instanceof Error ? error : new Error(String(error))))
  worker.once('exit', listeners.onEnd)
  return {
    post: message => worker.postMessage(message),
    keepRunning: isNeeded => (isNeeded ? worker.ref() : worker.unref()),
  }
}

/** Runs the database in this thread, where nobody waits for another: the start of a thread takes longer than most calls. */
export function connectHere(setup: DatabaseSetup, listeners: DatabaseListeners): DatabaseConnection {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', listeners.onMessage)
  port1.once('close', listeners.onEnd)
  const serving = import('./serve-database.ts').then(({ serveDatabase }) => serveDatabase(setup, port2))
  serving.catch((error: unknown) => {
    listeners.onError(error instanceof Error ? error : new Error(String(error)))
    port2.close()
  })
  return {
    post: message => port1.postMessage(message),
    keepRunning: isNeeded => (isNeeded ? port1.ref() : port1.unref()),
  }
}
