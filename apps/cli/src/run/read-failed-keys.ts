import type { Io } from '../io/io.ts'
import { readFile } from './load-run-source.ts'
import { RunSourceError } from './run-source.ts'

/** Returns the keys of the requests that failed, from the JSON report of a run. @throws RunSourceError */
export async function failedKeysIn(
  path: string,
  io: Pick<Io, 'cwd' | 'stdin'>,
): Promise<ReadonlySet<string>> {
  const text = new TextDecoder().decode(await readFile(path, io))
  const keys = keysIn(text)
  if (keys === null) throw new RunSourceError(`${path} is no report of parley run --reporter json=FILE.`)
  return new Set(keys)
}

function keysIn(text: string): readonly string[] | null {
  let report: unknown
  try {
    report = JSON.parse(text)
  } catch {
    return null
  }
  const results: unknown = Reflect.get(Object(report), 'results')
  if (!Array.isArray(results)) return null
  return results.flatMap((result: unknown) => {
    const key: unknown = Reflect.get(Object(result), 'key')
    const status: unknown = Reflect.get(Object(result), 'status')
    return typeof key === 'string' && (status === 'failed' || status === 'error') ? [key] : []
  })
}
