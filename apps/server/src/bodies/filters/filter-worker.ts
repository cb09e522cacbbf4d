import { parentPort } from 'node:worker_threads'
import { withBodyFiles } from '../body-files.ts'
import type { FilterJob } from './filter-job.ts'
import { type FilterAnswer, filterJson } from './filter-json.ts'

/**
 * Runs in a thread that filters JSON bodies from file to file. Its host ends the thread if a filter takes too
 * long or too much memory. It responds to each job with a {@link FilterAnswer}.
 */
parentPort?.on('message', async (job: FilterJob) => {
  parentPort?.postMessage(await filter(job))
})

function filter(job: FilterJob): Promise<FilterAnswer> {
  return withBodyFiles(job, (texts, write) => {
    const text = wholeText(texts)
    return text === null ? { state: 'refused', code: 'NOT_JSON' } : filterJson(text, job, write)
  })
}

/** Joins the texts; null if a byte is not text. */
function wholeText(texts: Iterable<string>): string | null {
  try {
    return [...texts].join('')
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
