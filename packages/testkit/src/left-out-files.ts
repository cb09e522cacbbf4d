import { sampleOf } from './sample-of.ts'

/** Test files of which the whole check runs a sample. */
export interface SampledFiles {
  /** Names the sample. */
  readonly name: string
  readonly files: readonly string[]
  /** Those of them that every check runs. */
  readonly always: readonly string[]
  /** Every check runs one of this many of the others. */
  readonly oneOf: number
}

/**
 * Returns the files that this check leaves to the second lane: none unless `PARLEY_FILES` is `sample`, which
 * `npm test` sets, so that a file that is named on the command line always runs. `PARLEY_LANE` decides which.
 */
export function leftOutFiles({ name, files, always, oneOf }: SampledFiles): readonly string[] {
  if (process.env.PARLEY_FILES !== 'sample') return []
  const others = files.filter(file => !always.includes(file)).sort()
  const sample = new Set(sampleOf(name, others, Math.ceil(others.length / oneOf)))
  return others.filter(file => !sample.has(file))
}
