import type { BodyFiles } from '../body-files.ts'

/** What a thread that filters bodies is asked for. */
export interface FilterJob extends BodyFiles {
  /** A JSONPath, without white space around it. */
  readonly filter: string
  readonly view: 'pretty' | 'raw'
  readonly sizeBytes: number
}
