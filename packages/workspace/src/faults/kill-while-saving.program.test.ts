import { expect, test } from 'vitest'
import { killWhileSaving } from './kill-while-saving.testkit.ts'

// Each of these kills starts a program: `faults.test.ts` and `kill-at-every-step.test.ts` stop at every operation.
test('a process that saves and is killed three times leaves the file complete (attacks ST1)', async () => {
  expect((await killWhileSaving(3)).broken).toEqual([])
})
