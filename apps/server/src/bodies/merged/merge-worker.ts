import { parentPort } from 'node:worker_threads'
import { PartsMerger, PiecewiseHider, SecretHider } from '@parley/engine'
import { JsonPrinter } from '@parley/engine/printers'
import { withBodyFiles } from '../body-files.ts'
import type { MergeAnswer, MergeJob } from './merge-job.ts'

/**
 * Runs in a thread that merges the parts of incremental responses to one formatted JSON file. Its host ends the thread
 * if a body takes too long or too much memory.
 */
parentPort?.on('message', async (job: MergeJob) => {
  parentPort?.postMessage(await merge(job))
})

function merge(job: MergeJob): Promise<MergeAnswer> {
  return withBodyFiles(job, (texts, write) => {
    const merger = new PartsMerger(job.boundary)
    const isText = writeAll(texts, merger)
    const { parts, text } = merger
    // The last character of a growing body may be incomplete.
    const unmergedCount = parts.unmergedCount + (isText || job.isGrowing ? 0 : 1)
    return { isWritten: text !== null && print(text, write, job), parts: { ...parts, unmergedCount } }
  })
}

/** Returns false at a byte that is not text. */
function writeAll(texts: Iterable<string>, merger: PartsMerger): boolean {
  try {
    for (const text of texts) merger.write(text)
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Hides secrets in what is printed, as a name in place of a number would be no JSON to print. */
function print(text: string, write: (text: string) => void, { secrets }: MergeJob): boolean {
  const hider = new PiecewiseHider(new SecretHider(secrets))
  const printer = new JsonPrinter(printed => write(hider.write(printed)))
  const isPrinted = printer.write(text) && printer.end()
  write(hider.end())
  return isPrinted
}
