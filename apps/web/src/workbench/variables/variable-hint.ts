import { shownName } from '@parley/model'
import type { ScopedVariable } from '@parley/server/contract'
import type { VariableEditing } from '../../components/fields/variable-editing.ts'
import { describeReference, findVariable, type KnownVariables, scopeWords } from './describe-variable.ts'
import { placesForNew } from './new-variable-places.ts'

/** What is shown of a `{{name}}` that is pointed at or has the cursor. */
export interface VariableHint {
  /** Its name, value and scope, or that it has no value. */
  readonly text: string
  /** Whose values are not used because of it, as `Local overrides Collection`; empty if there are none. */
  readonly origin: string
  readonly actions: readonly HintAction[]
}

/** Leads to where the variable is edited, or creates it. */
export interface HintAction {
  readonly label: string
  readonly run: () => void
}

/**
 * Describes a `{{name}}`, with where its variable is edited or can be created.
 * @param editing - null: neither is possible
 */
export function variableHint(
  known: KnownVariables,
  name: string,
  editing: VariableEditing | null,
): VariableHint {
  const trimmed = name.trim()
  return {
    text: describeReference(known, trimmed),
    origin: originOf(known, trimmed),
    actions: editing === null || known === null ? [] : actionsFor(known, trimmed, editing),
  }
}

function actionsFor(known: KnownVariables, name: string, editing: VariableEditing): readonly HintAction[] {
  const variable = findVariable(known, name)
  if (variable === undefined)
    return placesForNew(editing.stores, name).map(place => ({
      label: `Create in ${place.name}`,
      run: () => place.create(),
    }))
  return editing.canEdit(variable) ? [{ label: 'Edit', run: () => editing.edit(variable) }] : []
}

function originOf(known: KnownVariables, name: string): string {
  const places = (known ?? []).filter(one => one.name === name && one.scope !== 'dynamic').map(placeOf)
  const [used, ...others] = new Set(places)
  return used === undefined || others.length === 0 ? '' : `${used} overrides ${others.join(', ')}`
}

function placeOf({ environmentName, scope }: ScopedVariable): string {
  if (environmentName !== undefined) return shownName(environmentName)
  const words = scopeWords[scope]
  return words.charAt(0).toUpperCase() + words.slice(1)
}
