import type { VariableScopeName } from '@parley/model'

/** One place in which a name is looked up. */
export interface VariableScope {
  readonly name: VariableScopeName
  readonly values: ReadonlyMap<string, ScopeValue>
  /** Secrets of this scope that scripts may neither read nor set (spec 5.3), with or without a value. */
  readonly withheldNames?: ReadonlySet<string>
  /** All secrets of this scope, withheld or not, with or without a value. */
  readonly secretNames?: ReadonlySet<string>
  /** Name of the environment whose scope it is; absent for all others. */
  readonly environmentName?: string
}

export interface ScopeValue {
  readonly text: string
  /** A value that came from a response or a script: a `{{name}}` in it stays text. */
  readonly isLiteral: boolean
  /** What a script set, where that was no text, as JSON or as a word of the sandbox: `bru.getVar` gives it back (product decisions). */
  readonly json?: string
}
