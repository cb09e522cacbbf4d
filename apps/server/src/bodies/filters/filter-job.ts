import type { BodyFiles } from '../body-files.ts'

/** A job for the thread that filters bodies. */
export interface FilterJob extends BodyFiles {
  /** A JSONPath without surrounding white space. */
  readonly filter: string
  readonly view: 'pretty' | 'raw'
  readonly sizeBytes: number
}
