/** What a request declares instead of writing a script: plain data, written by the runner and read by the prelude. */
export interface DeclaredChecks {
  readonly assertions: readonly DeclaredAssertion[]
  readonly variables: readonly DeclaredVariable[]
}

export interface DeclaredAssertion {
  readonly expression: string
  /** As in files; perhaps unknown. */
  readonly operator: string
  /** The operator for the name of the test. */
  readonly words: string
  /** As typed; empty for operators without one. */
  readonly value: string
}

export interface DeclaredVariable {
  readonly name: string
  readonly expression: string
}
