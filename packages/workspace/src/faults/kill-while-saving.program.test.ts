import { expect, test } from 'vitest'
import { killWhileSaving } from './kill-while-saving.testkit.ts'

// A kill starts a program: `faults.test.ts` and `kill-at-every-step.test.ts` stop at every operation.
test('a process that saves and is killed leaves the file complete (attacks ST1)', async () => {
  expect((await killWhileSaving(1)).broken).toEqual([])
})
