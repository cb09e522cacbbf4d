import { globSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import workerThreads, { type WorkerOptions } from 'node:worker_threads'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The current bundles of threads (`scripts/programs-for-tests.mjs`), by their names. */
const bundles = new Map(
  ['apps/server/dist/*-worker.js', 'node_modules/.cache/test-threads/*.mjs']
    .flatMap(pattern => globSync(pattern, { cwd: root }))
    .map(path => [basename(path, extname(path)), `${root}${path}`]),
)

/** Makes threads start from their bundles, which takes a third of the processor time that their sources take. */
export function useBundledThreads(): void {
  const { Worker } = workerThreads
  workerThreads.Worker = class extends Worker {
    constructor(file: string | URL, options?: WorkerOptions) {
      const source = file instanceof URL && extname(file.pathname) === '.ts' ? file.pathname : ''
      super(bundles.get(basename(source, '.ts')) ?? file, options)
    }
  }
  syncBuiltinESMExports()
}
