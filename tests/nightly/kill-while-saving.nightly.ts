import { expect, test } from 'vitest'
import { killWhileSaving } from '../../packages/workspace/src/faults/kill-while-saving.testkit.ts'
import { killKeeper } from './kept-results.ts'

test('1,000 kills of a process that saves leave the file whole (attacks ST1)', async () => {
  const { broken, leftFiles } = await killWhileSaving(1000)
  process.stdout.write(`1,000 kills: ${leftFiles} files left beside, to be swept\n`)
  killKeeper('saves', 1)(1000, broken.length, true)
  expect(broken).toEqual([])
})
