import type { JsonStep } from '../../../editor/viewer/json-place.ts'

/** What can be done with the values of a body. */
export interface ValueCommands {
  /** Copies a text that is still being read. */
  copy(text: Promise<string>): void
  /** Says why something could not be done. */
  report(sentence: string): void
  /** Shows only what a JSONPath matches; absent: the body cannot be filtered. */
  readonly filterBy?: ((path: string) => void) | undefined
  /** Adds an expression to Set variables; absent: the request has none. */
  readonly setVariable?: ((expression: string) => void) | undefined
}

/** A value of JSON whose menu is open. Both are read when they are needed. */
export interface ShownValue {
  text(): Promise<string>
  /** Resolves to null if the path is not known. */
  steps(): Promise<readonly JsonStep[] | null>
  /** Whether the body is filtered, so that a path in what is shown would be another one in the body. */
  readonly isFiltered: boolean
}
