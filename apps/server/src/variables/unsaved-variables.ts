import type { UnsavedNames } from '@parley/engine'
import { type Variable, variableText } from '@parley/model'
import type { EditedVariable, UnsavedDrafts, UnsavedVariables, VariablesPlace } from '../contract/index.ts'

/** Variables of one owner, and the values of the secrets among them. */
export interface OwnedVariables {
  readonly variables: readonly Variable[]
  readonly secretVariables: ReadonlyMap<string, string>
}

/** Variables as a page shows them; `unsaved` lists those that differ from the file. */
export interface ShownVariables extends OwnedVariables {
  readonly unsaved: UnsavedNames
}

/** Returns what a window has not saved of a place; null: it has nothing. */
export function draftOf(drafts: UnsavedDrafts, place: VariablesPlace): UnsavedVariables | null {
  const found = drafts.variables.find(({ place: { kind, ...rest } }) => {
    if (kind !== place.kind) return false
    return place.kind !== 'environment' || ('id' in rest && rest.id === place.id)
  })
  return found ?? null
}

/**
 * Returns variables with the unsaved rows of a window in their place. What is secret in the file stays secret, with
 * its permission, until a save says otherwise: a draft can hide more than the file, never less.
 * @param owner what the user knows the variables by: `Local`
 */
export function withDraft(
  saved: OwnedVariables,
  draft: readonly EditedVariable[] | null,
  owner: string,
): ShownVariables {
  if (draft === null) return { ...saved, unsaved: new Map() }
  const savedSecrets = new Map(saved.variables.flatMap(one => (one.secret ? [[one.name, one]] : [])))
  const secretVariables = new Map<string, string>()
  const variables = draft.map(({ variable, secretValue }): Variable => {
    const secret = savedSecrets.get(variable.name)
    const text = variable.secret
      ? (secretValue ?? saved.secretVariables.get(variable.name))
      : variableText(variable)
    if ((variable.secret || secret !== undefined) && text !== undefined && variable.enabled)
      secretVariables.set(variable.name, text)
    return secret === undefined ? variable : { ...secret, enabled: variable.enabled }
  })
  const shown = { variables, secretVariables }
  return { ...shown, unsaved: differences(saved, shown, owner) }
}

/** Returns the names that a send would fill in differently. */
function differences(saved: OwnedVariables, shown: OwnedVariables, owner: string): UnsavedNames {
  const [before, after] = [valuesByName(saved), valuesByName(shown)]
  const names = new Set([...before.keys(), ...after.keys()])
  return new Map([...names].flatMap(name => (before.get(name) === after.get(name) ? [] : [[name, owner]])))
}

/** Returns what each name means, as a text that is equal if the meaning is. */
function valuesByName({ variables, secretVariables }: OwnedVariables): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const variable of variables) {
    if (!variable.enabled || variable.name === '') continue
    const text = variable.secret ? secretVariables.get(variable.name) : variableText(variable)
    values.set(variable.name, JSON.stringify([variable.secret, text ?? null]))
  }
  return values
}

/** Returns the values of all secret variables in unsaved rows. */
export function secretsInDrafts({
  variables,
  containers,
}: UnsavedDrafts): readonly { readonly name: string; readonly text: string }[] {
  const tables = [
    ...variables.map(one => one.variables),
    ...containers.map(({ defaults }) => defaults.variables),
  ]
  return tables.flatMap(rows =>
    rows.flatMap(({ variable, secretValue }) =>
      variable.secret && secretValue !== null ? [{ name: variable.name, text: secretValue }] : [],
    ),
  )
}
