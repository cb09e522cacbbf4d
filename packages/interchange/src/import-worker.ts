import { parentPort, workerData } from 'node:worker_threads'
import type { FromImportThread } from './import-protocol.ts'
import type { ImportSource } from './import-source.ts'
import { readImport } from './read-import.ts'

/** More often than this nobody can read it. */
const progressEveryMs = 100

/** A thread that reads one source and ends. Its host caps its memory and its time (attacks, defence 9). */
function run(source: ImportSource): void {
  const tell = (message: FromImportThread) => parentPort?.postMessage(message)
  let toldMs = 0
  const result = readImport(source, progress => {
    const nowMs = performance.now()
    if (nowMs - toldMs < progressEveryMs) return
    toldMs = nowMs
    tell({ type: 'progress', progress })
  })
  tell({ type: 'read', result })
}

run(workerData)
