/** Something in a file that cannot be read, as data: where, what, and a sentence for people. */
export interface ReadProblem {
  /** Keys and list positions from the root of the file; empty for the root. */
  readonly path: ReadPath
  readonly code: ReadProblemCode
  readonly sentence: string
}

export type ReadPath = readonly (string | number)[]

export type ReadProblemCode =
  /** Another type than the format asks for: a number where text belongs. */
  | 'WRONG_TYPE'
  /** A text that is none of the values the format names. */
  | 'UNKNOWN_VALUE'
  /** A key without which the rest says nothing. */
  | 'MISSING'
  /** An item that is no request, folder, script or page. */
  | 'UNKNOWN_KIND'
  /** Folders within folders beyond what is read. */
  | 'TOO_DEEP'
  /** A version of the format that is not 1.x. */
  | 'UNSUPPORTED_VERSION'

/** Problems beyond these are counted by nobody: a broken file is told by its first ones. */
export const maximumReadProblems = 100

/** `items[3].http.url`, or `The file` for the root. */
export function describeReadPath(path: ReadPath): string {
  if (path.length === 0) return 'The file'
  return path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}
