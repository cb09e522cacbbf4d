import { type Variable, type VariableScopeName, variableText } from '@parley/model'
import type { MessageSecret, SecretSource } from '../stages.ts'
import type { ScopeValue, VariableScope } from './scope.ts'

/**
 * The ticked variables of a list, of several with one name the last.
 * @param secretValues of its secrets, by name: no file holds them; one that has none is known by its name alone
 */
export function scopeOfVariables(
  name: VariableScopeName,
  variables: readonly Variable[],
  secretValues: ReadonlyMap<string, string> = new Map(),
): VariableScope {
  const values = new Map<string, ScopeValue>()
  const withheldNames = new Set<string>()
  const secretNames = new Set<string>()
  for (const variable of variables) {
    if (!variable.enabled || variable.name === '') continue
    const text = variable.secret ? secretValues.get(variable.name) : variableText(variable)
    if (text !== undefined) values.set(variable.name, { text, isLiteral: false })
    if (variable.secret) secretNames.add(variable.name)
    if (variable.secret && !variable.allowedToScripts) withheldNames.add(variable.name)
  }
  return {
    name,
    values,
    ...(withheldNames.size === 0 ? {} : { withheldNames }),
    ...(secretNames.size === 0 ? {} : { secretNames }),
  }
}

/** The values of all secrets that a send could use. */
export function secretsOf(scopes: readonly VariableScope[]): readonly MessageSecret[] {
  return scopes.flatMap(scope =>
    [...(scope.secretNames ?? [])].flatMap(name => {
      const value = scope.values.get(name)
      const isWithheld = scope.withheldNames?.has(name) ?? false
      return value === undefined ? [] : [{ name, text: value.text, isWithheld, source: sourceOf(scope) }]
    }),
  )
}

/** Where the secrets of a scope are kept. */
export function sourceOf({ name, environmentName = '' }: VariableScope): SecretSource {
  return { kind: 'variable', scope: name, environmentName }
}

/** The scope whose secret a name leads to; null: it leads to none, or to a narrower value. */
export function secretScope(scopes: readonly VariableScope[], name: string): VariableScope | null {
  for (const scope of scopes) {
    if (scope.withheldNames?.has(name)) return scope
    if (scope.values.has(name)) return scope.secretNames?.has(name) ? scope : null
  }
  return null
}

/** Whether a name leads to a secret that scripts may not touch: no narrower scope has a value of its own. */
export function isWithheld(scopes: readonly VariableScope[], name: string): boolean {
  return secretScope(scopes, name)?.withheldNames?.has(name) ?? false
}

/**
 * The scopes as a script may see them: without the values of secrets that are withheld from it. One that a
 * narrower value covers is left out as well: a script may look past that value.
 */
export function scopesForScripts(scopes: readonly VariableScope[]): readonly VariableScope[] {
  const withheld = new Set<string>()
  return scopes.map(scope => {
    for (const name of scope.withheldNames ?? []) withheld.add(name)
    if (withheld.size === 0) return scope
    return { ...scope, values: new Map([...scope.values].filter(([name]) => !withheld.has(name))) }
  })
}

/** The value of a name in the narrowest scope that has it. */
export function lookUp(scopes: readonly VariableScope[], name: string): ScopeValue | undefined {
  for (const scope of scopes) {
    const value = scope.values.get(name)
    if (value !== undefined) return value
  }
  return undefined
}
