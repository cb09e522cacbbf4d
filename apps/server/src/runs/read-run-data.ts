import { setImmediate } from 'node:timers/promises'
import { readRunDataInSteps, type VariableScope } from '@parley/engine'
import { failed, ok, type Result } from '@parley/model'
import type { DescribedProblem, StartRun } from '../contract/index.ts'

/** Reads the rows of a data file, in steps between which the server goes on; none if there is no file. */
export async function readRunData(
  data: StartRun['data'],
): Promise<Result<readonly VariableScope[], DescribedProblem>> {
  if (data === null) return ok([])
  const rows = await readRunDataInSteps(data.text, () => setImmediate())
  if (rows.ok) return rows
  return failed({
    sentence: `${data.name} has no usable data. ${rows.failure.sentence}`,
    nextStep: 'Correct the file and select it again.',
  })
}
