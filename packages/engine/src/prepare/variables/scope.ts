import type { Collection, Folder, VariableScopeName } from '@parley/model'

/** One level at which names are looked up. */
export interface VariableScope {
  readonly name: VariableScopeName
  readonly values: ReadonlyMap<string, ScopeValue>
  /** Secrets of this scope that scripts may neither read nor set (behaviour 5.3), with or without a value. */
  readonly withheldNames?: ReadonlySet<string>
  /** All secrets of this scope, withheld or not, with or without a value. */
  readonly secretNames?: ReadonlySet<string>
  /** Whether an agent set its values: like values of scripts, they must not decide where secrets go. */
  readonly isSetByAgent?: boolean
  /** The name of the environment; absent for all other scopes. */
  readonly environmentName?: string
  /** The collection or folder that owns the variables, with what identifies it; absent for all other scopes. */
  readonly container?: ScopeContainer
  /** Names whose value here, or whose absence, is not saved, each with the name of its owner; absent: none. */
  readonly unsaved?: UnsavedNames
}

/** Names of variables that differ from what is saved, each with the name of the owner that is edited. */
export type UnsavedNames = ReadonlyMap<string, string>

/** The owner of the variables of a collection or folder. */
export interface ScopeContainer {
  /** The same object as in the context of the request. */
  readonly entity: Collection | Folder
  /** The names of the collection and of the folders down to this one. */
  readonly names: readonly string[]
}

export interface ScopeValue {
  readonly text: string
  /** Whether `{{name}}` in the value stays text, because the value came from a response or a script. */
  readonly isLiteral: boolean
  /**
   * The value that a script set, if it was not a text: as JSON, or as a word of the sandbox. `bru.getVar`
   * returns it (behaviour, Variable precedence).
   */
  readonly json?: string
}
