import type { RunOptions, RunSummary } from '@parley/engine'

/** A shorter run is mostly the start of the program. */
const leastMs = 1000
const busyFrom = 0.9

/**
 * Returns a note if parallel iterations had to wait for the processor, so that more of them are no faster.
 * @param utilization - the part of the run, from 0 to 1, in which its busiest thread was busy
 */
export function limitNotes(
  { iterations, parallel }: Pick<RunOptions, 'iterations' | 'parallel'>,
  { elapsedMs }: Pick<RunSummary, 'elapsedMs'>,
  utilization: number,
): readonly string[] {
  const lanes = Math.min(iterations, parallel)
  if (lanes === 1 || elapsedMs < leastMs || utilization < busyFrom) return []
  return [
    `This machine was the limit: its processor was busy for ${Math.round(utilization * 100)} % of the run, so a --parallel above ${lanes} is no faster.`,
  ]
}
