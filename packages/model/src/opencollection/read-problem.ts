/** A problem in a file: where, what, and a sentence for users. */
export interface ReadProblem {
  /** Keys and list positions from the root of the file; empty for the root. */
  readonly path: ReadPath
  readonly code: ReadProblemCode
  readonly sentence: string
}

export type ReadPath = readonly (string | number)[]

export type ReadProblemCode =
  /** A different type than the format requires, for example a number instead of text. */
  | 'WRONG_TYPE'
  /** A text that is not one of the values that the format defines. */
  | 'UNKNOWN_VALUE'
  /** A required key is missing. */
  | 'MISSING'
  /** An item that is not a request, folder, script or page. */
  | 'UNKNOWN_KIND'
  /** Folders are nested deeper than Parley reads. */
  | 'TOO_DEEP'
  /** A version of the format that is not 1.x. */
  | 'UNSUPPORTED_VERSION'

/** Further problems are not collected: the first ones are enough to describe a broken file. */
export const maximumReadProblems = 100

/** Returns `items[3].http.url`, or `The file` for the root. */
export function describeReadPath(path: ReadPath): string {
  if (path.length === 0) return 'The file'
  return path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}
