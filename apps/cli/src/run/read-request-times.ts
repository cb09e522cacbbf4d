import type { Io } from '../io/io.ts'
import { reportedResultsIn } from './read-failed-keys.ts'
import { RunSourceError } from './run-source.ts'

/**
 * Returns how long each request took in an earlier run, in milliseconds by its key, from the JSON report of the run: all its
 * iterations together, with scripts.
 * @throws RunSourceError
 */
export async function requestTimesIn(
  path: string,
  io: Pick<Io, 'cwd' | 'stdin'>,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>()
  for (const { key, timings } of await reportedResultsIn(path, io)) {
    const parts = ['totalMs', 'preRequestMs', 'postResponseMs'].map(name =>
      numberOf(Reflect.get(Object(timings), name)),
    )
    const tookMs = parts.reduce((sum, ms) => sum + ms, 0)
    if (typeof key === 'string' && tookMs > 0) times.set(key, (times.get(key) ?? 0) + tookMs)
  }
  if (times.size === 0)
    throw new RunSourceError(
      `${path} has no times of requests. Leave out --shard-by, or name the report of a run with responses.`,
    )
  return times
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : 0
}
