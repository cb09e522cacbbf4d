import { randomFrom } from '@parley/testkit/random'
import { expect, inject, test } from 'vitest'
import { killWhileSaving } from '../../packages/workspace/src/faults/kill-while-saving.testkit.ts'
import { killKeeper } from './kept-results.ts'

/** Set another number with `PARLEY_KILLS=10000 npm run nightly -- tests/nightly/kill-while-saving.nightly.ts`. */
const kills = Number(process.env.PARLEY_KILLS ?? 1000)

const part = 100

test(`${kills} kills of a process that saves leave the file whole (attacks ST1)`, {
  timeout: 86_400_000,
}, async () => {
  const random = randomFrom(inject('seed'))
  const keep = killKeeper('saves', inject('seed'), part)
  const broken: string[] = []
  let leftFiles = 0
  for (let done = 0; done < kills; done += part) {
    const ofPart = await killWhileSaving(Math.min(part, kills - done), random)
    broken.push(...ofPart.broken)
    leftFiles += ofPart.leftFiles
    keep(Math.min(done + part, kills), broken.length, done + part >= kills)
  }
  process.stdout.write(`${kills} kills: ${leftFiles} files left beside, to be swept\n`)
  expect(broken).toEqual([])
})
