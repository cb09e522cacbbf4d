import { basename } from 'node:path'
import { rolldown } from 'rolldown'
import { failOnWarning } from '../fail-on-warning.mjs'
import { root } from '../run-program.mjs'

const threads = ['apps/web/src/graphql/worker/graphql-worker.ts']

/** Bundles the threads that tests start beside those of the programs, each to one file in a folder. */
export async function bundleTestThreads(folder) {
  await Promise.all(
    threads.map(async path => {
      const file = `${folder}/${basename(path, '.ts')}.mjs`
      const bundle = await rolldown({
        input: `${root}/${path}`,
        platform: 'node',
        onLog: failOnWarning(file),
      })
      await bundle.write({ file, codeSplitting: false, format: 'esm' })
      await bundle.close()
    }),
  )
}
