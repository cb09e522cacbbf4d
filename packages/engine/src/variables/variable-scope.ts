import { type Variable, type VariableScopeName, variableText } from '@parley/model'

/** One place in which a name is looked up. */
export interface VariableScope {
  readonly name: VariableScopeName
  readonly values: ReadonlyMap<string, ScopeValue>
}

export interface ScopeValue {
  readonly text: string
  /** A value that came from a response or a script: a `{{name}}` in it stays text. */
  readonly isLiteral: boolean
}

/** The ticked plain variables of a list; of several with one name the last wins. */
export function scopeOfVariables(name: VariableScopeName, variables: readonly Variable[]): VariableScope {
  const values = new Map<string, ScopeValue>()
  for (const variable of variables) {
    if (!variable.enabled || variable.secret || variable.name === '') continue
    values.set(variable.name, { text: variableText(variable), isLiteral: false })
  }
  return { name, values }
}

/** The value of a name in the narrowest scope that has it. */
export function lookUp(scopes: readonly VariableScope[], name: string): ScopeValue | undefined {
  for (const scope of scopes) {
    const value = scope.values.get(name)
    if (value !== undefined) return value
  }
  return undefined
}
