import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shardRunItems } from '@parley/engine'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { memoryIo } from '../io/run-in-process.testkit.ts'
import { planRun } from './plan-run.ts'
import { RunSourceError } from './run-source.ts'

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url))
const isPresent = existsSync(corpus)
const { io } = memoryIo()

const folders = globSync('**/{bruno.json,opencollection.yml}', { cwd: corpus }).map(path => dirname(path))
const files = globSync('{postman,insomnia,hoppscotch}/**/*.json', { cwd: corpus })
const sources = [...folders, ...files].toSorted()

/** Collections of other people have names that are there twice, in folders of one name, and of any length. */
test('the shards of each collection of other people are together the whole, and have nothing twice', {
  timeout: 120_000,
  ...needs(isPresent, corpusNeed),
}, async () => {
  let requests = 0
  for (const source of sources) {
    const planned = await planRun([`${corpus}${source}`], {}, io).catch(nullIfRefused)
    if (planned === null) continue
    const { items } = planned
    requests += items.length
    const times = new Map(items.map(({ key }, at) => [key, (at * 7) % 11]))
    for (const known of [null, times])
      for (const count of [2, 5]) {
        const shards = Array.from({ length: count }, (_, at) =>
          shardRunItems(items, { index: at + 1, count }, known),
        ).flat()
        expect(shards).toHaveLength(items.length)
        expect(new Set(shards.map(({ key }) => key))).toEqual(new Set(items.map(({ key }) => key)))
      }
  }
  expect(requests).toBeGreaterThan(2000)
})

/** Not every file of the corpus is a collection that can be run. */
function nullIfRefused(error: unknown): null {
  if (error instanceof RunSourceError) return null
  throw error
}
