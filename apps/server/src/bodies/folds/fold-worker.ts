// biome-ignore lint/style/noRestrictedImports: a thread of its own reads a body at one go.
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { FoldJob, FoldSummary } from './fold-job.ts'
import { FoldSummarizer } from './summarize-folds.ts'

const pieceBytes = 1024 * 1024

/**
 * Runs in a thread that finds how formatted bodies are nested. It responds to each job with a {@link
 * FoldSummary}.
 */
parentPort?.on('message', (job: FoldJob) => {
  parentPort?.postMessage(summarize(job))
})

function summarize({ path, format }: FoldJob): FoldSummary {
  const file = openSync(path, 'r')
  try {
    const summarizer = new FoldSummarizer(format)
    const buffer = new Uint8Array(pieceBytes)
    for (let offset = 0; ; ) {
      const readBytes = readSync(file, buffer, 0, pieceBytes, offset)
      if (readBytes === 0) return summarizer.end()
      summarizer.write(buffer.subarray(0, readBytes))
      offset += readBytes
    }
  } finally {
    closeSync(file)
  }
}
