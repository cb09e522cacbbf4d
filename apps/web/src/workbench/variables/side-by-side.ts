import type { EditedVariable } from '@parley/server/contract'
import { changeItem, removeItem } from '../request/edit-rows.ts'
import { variableKind, withSecret } from './variable-kind.ts'

type Variables = readonly EditedVariable[]

/** The variables of environments by their names, for a table with a column for each environment. */
export interface SideBySide {
  /** Each name once: those that are kept first, then those of the first environment. */
  readonly names: readonly string[]
  /** For each environment, the index of the variable that a name means. */
  readonly indexes: readonly ReadonlyMap<string, number>[]
  /** The names of secrets, in whichever environment. */
  readonly secrets: ReadonlySet<string>
}

/** Puts the variables of environments side by side. `kept`: names that keep their place, even without a variable. */
export function sideBySide(environments: readonly Variables[], kept: readonly string[]): SideBySide {
  const all = environments.flat()
  const names = new Set([...kept, ...all.map(({ variable }) => variable.name)])
  names.delete('')
  return {
    names: [...names],
    indexes: environments.map(indexesOf),
    secrets: new Set(all.flatMap(({ variable }) => (variable.secret ? [variable.name] : []))),
  }
}

/** Of several variables of a name, the last ticked one is used. */
function indexesOf(variables: Variables): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>()
  for (const [index, { variable }] of variables.entries()) {
    const known = variables[indexes.get(variable.name) ?? -1]
    if (known === undefined || variable.enabled || !known.variable.enabled) indexes.set(variable.name, index)
  }
  return indexes
}

/** Returns the variables of an environment with a value for a name; the variable is added if there is none. */
export function withValue(
  variables: Variables,
  { name, index, isSecret }: { readonly name: string; readonly index: number; readonly isSecret: boolean },
  text: string,
): Variables {
  if (index < 0 && text === '') return variables
  const added = withSecret(variableKind.withText(variableKind.blank, 'key', name), isSecret)
  return changeItem(variables, index < 0 ? variables.length : index, added, item =>
    variableKind.withText(item, 'value', text),
  )
}

/** Returns the variables of an environment with one as it was; null: there was none. */
export function withFormer(variables: Variables, index: number, former: EditedVariable | null): Variables {
  if (index < 0) return former === null ? variables : [...variables, former]
  return former === null
    ? removeItem(variables, index)
    : changeItem(variables, index, variableKind.blank, () => former)
}
