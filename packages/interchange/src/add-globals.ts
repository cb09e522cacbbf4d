import { failed, ok, type Result, type Variable, variableText } from '@parley/model'
import type { Globals, WorkspaceFailure } from '@parley/workspace'

/** What became of global variables that an import brought. */
export interface AddedGlobals {
  readonly names: readonly string[]
  /** Sentences of those that were there already with another value, which stays. */
  readonly kept: readonly string[]
}

/**
 * Adds variables to those of every workspace. One that is there already is never changed: what other
 * workspaces send depends on it.
 * @param secretValues of the secret ones, by name
 */
export async function addGlobals(
  globals: Globals,
  variables: readonly Variable[],
  secretValues: ReadonlyMap<string, string>,
): Promise<Result<AddedGlobals, WorkspaceFailure>> {
  const opened = await globals.read()
  if (!opened.ok) return opened
  const { noun, version, secretVariables } = opened.value
  const known = new Map(noun.map(one => [one.name, one]))
  const added: Variable[] = []
  const kept: string[] = []
  for (const variable of variables) {
    const there = known.get(variable.name)
    if (there === undefined) {
      known.set(variable.name, variable)
      added.push(variable)
      continue
    }
    const isSame =
      there.secret || variable.secret
        ? secretVariables.get(there.name) === secretValues.get(variable.name)
        : variableText(there) === variableText(variable)
    if (!isSame) kept.push(`The global variable ${variable.name} has another value already, which stays.`)
  }
  if (added.length > 0) {
    const ofAdded = added.flatMap(({ name }) => {
      const value = secretValues.get(name)
      return value === undefined ? [] : [[name, value] as const]
    })
    const saved = await globals.save({
      noun: [...noun, ...added],
      baseVersion: version,
      secretVariables: new Map([...secretVariables, ...ofAdded]),
    })
    if (!saved.ok) {
      const { theirs: _unread, ...failure } = saved.failure
      return failed(failure)
    }
  }
  return ok({ names: added.map(one => one.name), kept })
}
