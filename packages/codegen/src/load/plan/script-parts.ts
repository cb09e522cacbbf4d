/** The part of a response that a check or a variable uses. */
export type ResponseSource =
  | { readonly kind: 'status' }
  /** The response time in milliseconds. */
  | { readonly kind: 'time' }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'text' }
  /** A member of the JSON in the body. */
  | { readonly kind: 'json'; readonly path: readonly (string | number)[] }

export type LoadOperator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'contains'
  | 'notContains'
  | 'exists'
  | 'missing'

export type Scalar = string | number | boolean | null

/** A check of a response. */
export interface LoadCheck {
  readonly name: string
  readonly source: ResponseSource
  readonly operator: LoadOperator
  /** Null for `exists` and `missing`. */
  readonly value: Scalar
}

/** A variable that is set: to a text, or to a part of the response. */
export interface LoadSet {
  readonly name: string
  readonly value: { readonly kind: 'literal'; readonly text: string } | ResponseSource
}

/** A piece of a script that is not translated. */
export interface UnreadScript {
  /** From 1. */
  readonly line: number
  /** Its first line. */
  readonly code: string
}

/** What was understood of a script, and what was not. */
export interface ScriptParts {
  readonly checks: readonly LoadCheck[]
  readonly sets: readonly LoadSet[]
  readonly unread: readonly UnreadScript[]
}
