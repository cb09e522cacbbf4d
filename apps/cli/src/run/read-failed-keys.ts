import type { Io } from '../io/io.ts'
import { readFile } from './load-run-source.ts'
import { RunSourceError } from './run-source.ts'

/** Returns the keys of the requests that failed, from the JSON report of a run. @throws RunSourceError */
export async function failedKeysIn(
  path: string,
  io: Pick<Io, 'cwd' | 'stdin'>,
): Promise<ReadonlySet<string>> {
  const results = await reportedResultsIn(path, io)
  return new Set(
    results.flatMap(({ key, status }) =>
      typeof key === 'string' && (status === 'failed' || status === 'error') ? [key] : [],
    ),
  )
}

/** What is read of a result in a report that may be of any version, or damaged. */
interface AnyResult {
  readonly key: unknown
  readonly status: unknown
  readonly timings: unknown
}

/** Returns the results in the JSON report of a run. @throws RunSourceError */
export async function reportedResultsIn(
  path: string,
  io: Pick<Io, 'cwd' | 'stdin'>,
): Promise<readonly AnyResult[]> {
  const text = new TextDecoder().decode(await readFile(path, io))
  const results: unknown = Reflect.get(Object(jsonOf(text)), 'results')
  if (!Array.isArray(results))
    throw new RunSourceError(`${path} is no report of parley run --reporter json=FILE.`)
  return results.map((result: unknown) => {
    const member = (name: string): unknown => Reflect.get(Object(result), name)
    return { key: member('key'), status: member('status'), timings: member('timings') }
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
