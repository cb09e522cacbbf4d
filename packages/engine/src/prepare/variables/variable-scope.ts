import { type Variable, type VariableScopeName, variableText } from '@parley/model'
import type { MessageSecret, SecretSource } from '../gate/message-secrets.ts'
import type { ScopeValue, VariableScope } from './scope.ts'

const noTexts: ReadonlyMap<string, string> = new Map()
const noValues: ReadonlyMap<string, ScopeValue> = new Map()

/**
 * Returns a scope with the ticked variables of a list; of several with the same name, the last one counts.
 * @param secretValues values of its secrets by name, because no file contains them; a secret without one has
 * only its name
 */
export function scopeOfVariables(
  name: VariableScopeName,
  variables: readonly Variable[],
  secretValues: ReadonlyMap<string, string> = noTexts,
): VariableScope {
  if (variables.length === 0) return { name, values: noValues }
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

/** Returns all secrets that a send could use. */
export function secretsOf(scopes: readonly VariableScope[]): readonly MessageSecret[] {
  return scopes.flatMap(scope =>
    [...(scope.secretNames ?? [])].flatMap(name => {
      const value = scope.values.get(name)
      const isWithheld = scope.withheldNames?.has(name) ?? false
      return value === undefined ? [] : [{ name, text: value.text, isWithheld, source: sourceOf(scope) }]
    }),
  )
}

/** Returns where the secrets of a scope are kept. */
export function sourceOf({ name, environmentName = '', container }: VariableScope): SecretSource {
  return { kind: 'variable', scope: name, environmentName, containerNames: container?.names ?? [] }
}

/**
 * Returns the scope whose secret a name refers to; null if it refers to none, or to a value in a narrower
 * scope.
 */
export function secretScope(scopes: readonly VariableScope[], name: string): VariableScope | null {
  for (const scope of scopes) {
    if (scope.withheldNames?.has(name)) return scope
    if (scope.values.has(name)) return scope.secretNames?.has(name) ? scope : null
  }
  return null
}

/**
 * Returns the owner of the unsaved change that decides what a name refers to; null if there is none. A variable that
 * is removed without being saved decides as well, as the value of a wider scope is used in its place.
 */
export function unsavedOwner(scopes: readonly VariableScope[], name: string): string | null {
  for (const scope of scopes) {
    const owner = scope.unsaved?.get(name)
    if (owner !== undefined) return owner
    if (scope.values.has(name)) return null
  }
  return null
}

/** Returns whether a name refers to a secret that scripts may not use, and no narrower scope overrides it. */
export function isWithheld(scopes: readonly VariableScope[], name: string): boolean {
  return secretScope(scopes, name)?.withheldNames?.has(name) ?? false
}

/**
 * Returns the scopes for scripts, without the values of withheld secrets. A withheld secret that a narrower
 * value overrides is removed as well, because a script could look up its scope directly.
 */
export function scopesForScripts(scopes: readonly VariableScope[]): readonly VariableScope[] {
  const withheld = new Set<string>()
  return scopes.map(scope => {
    for (const name of scope.withheldNames ?? []) withheld.add(name)
    if (withheld.size === 0) return scope
    return { ...scope, values: new Map([...scope.values].filter(([name]) => !withheld.has(name))) }
  })
}

/** Returns the value of a name in the narrowest scope that has it. */
export function lookUp(scopes: readonly VariableScope[], name: string): ScopeValue | undefined {
  for (const scope of scopes) {
    const value = scope.values.get(name)
    if (value !== undefined) return value
  }
  return undefined
}
