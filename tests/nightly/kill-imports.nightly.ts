import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { continueSeries, readSeries } from '../../apps/server/src/kill-imports.testkit.ts'
import { killKeeper } from './kept-results.ts'

/** Set another number with `PARLEY_KILLS=10000 npm run nightly -- tests/nightly/kill-imports.nightly.ts`. */
const kills = Number(process.env.PARLEY_KILLS ?? 1000)

/** The seed, and how many kills there were; remove it to begin with a new seed. */
const series = join(import.meta.dirname, '../../build/kill-series/imports.json')

const part = 50

test(`${kills} kills of a server amid imports lose none that was reported as written (ST1)`, {
  timeout: 86_400_000,
}, async () => {
  const goOn = async () => {
    const before = readSeries(series)
    const now = await continueSeries(series, part, inject('seed'))
    killKeeper('imports', now.seed)(part, now.lost.length - (before?.lost.length ?? 0), true)
    return now
  }
  let soFar = await goOn()
  while (soFar.kills < kills) {
    process.stdout.write(`${soFar.kills} kills, ${soFar.lost.length} losses\n`)
    soFar = await goOn()
  }
  expect(soFar.lost).toEqual([])
})
