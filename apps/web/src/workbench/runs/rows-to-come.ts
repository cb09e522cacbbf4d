import type { RunRow } from '@parley/engine'
import type { RunInfo, RunPlanItem } from '@parley/server/contract'
import { isInProgress } from './runs.ts'

/** A request that the latest iteration of a run has not ended. */
export interface RowToCome extends Pick<RunPlanItem, 'key' | 'name' | 'method'> {
  readonly iteration: number
  /** Whether it is being sent. */
  readonly isRunning: boolean
}

const none: readonly RowToCome[] = []

/** Returns the requests that the latest iteration has not ended, in the order of the plan; none once the run has ended. */
export function rowsToCome(
  run: RunInfo,
  planned: readonly RunPlanItem[],
  rows: readonly RunRow[],
): readonly RowToCome[] {
  if (!isInProgress(run)) return none
  const { current, options } = run
  const iteration = current?.iteration ?? 0
  // A run may have a million rows, of which only the last ones can be of this iteration.
  const latest = rows.slice(-planned.length * (options.parallel + 1))
  const ended = new Set(latest.filter(row => row.iteration === iteration).map(row => row.key))
  return planned
    .filter(({ key }) => !ended.has(key))
    .map(({ key, name, method }) => ({ key, name, method, iteration, isRunning: key === current?.key }))
}
