/** The options of a test or a group of tests that needs something of the machine. */
export interface Needs {
  readonly skip: boolean
  /** What is printed at the end of a run if the tests were skipped. */
  readonly meta: { readonly needs?: string }
}

/**
 * Returns options for `test` and `describe` that skip tests if the machine lacks what they need. The end of a
 * run names it.
 * @param what - completes the sentence "Skipped without …", such as "the corpus (../shared/corpus)"
 */
export function needs(isHere: boolean, what: string): Needs {
  return isHere ? { skip: false, meta: {} } : { skip: true, meta: { needs: what } }
}

/** Other clients' files, which lie beside the repository. */
export const corpus = 'the corpus (../shared/corpus)'
