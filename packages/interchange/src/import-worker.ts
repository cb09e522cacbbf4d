import { parentPort, workerData } from 'node:worker_threads'
import type { FromImportThread } from './import-protocol.ts'
import type { ImportSource } from './import-source.ts'
import { readImport } from './read-import.ts'

/** More frequent updates could not be read. */
const progressEveryMs = 100

/** Reads one source in a thread and ends. The host limits its memory and time (attacks, defence 9). */
function run(source: ImportSource): void {
  const post = (message: FromImportThread) => parentPort?.postMessage(message)
  let reportedMs = 0
  const result = readImport(source, progress => {
    const nowMs = performance.now()
    if (nowMs - reportedMs < progressEveryMs) return
    reportedMs = nowMs
    post({ type: 'progress', progress })
  })
  post({ type: 'read', result })
}

run(workerData)
