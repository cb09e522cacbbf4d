import type { EditedVariable } from '@parley/server/contract'
import { isDeepEqual } from './deep-equal.ts'
import { variableKind } from './variable-kind.ts'

const shownNames = 5
const shownCharacters = 60

/** What of some variables others do not say in the same words, values of secrets masked. */
export function describeDifference(
  variables: readonly EditedVariable[],
  others: readonly EditedVariable[],
): string {
  const differing = variables.filter(one => !others.some(other => isDeepEqual(one, other)))
  if (differing.length === 0) return variables.length === 0 ? 'no variables' : 'nothing that is not there too'
  const shown = differing.slice(0, shownNames).map(describe).join(', ')
  return differing.length > shownNames ? `${shown} and ${differing.length - shownNames} more` : shown
}

function describe(item: EditedVariable): string {
  const { variable } = item
  const text = variable.secret ? '••••••' : variableKind.text(item, 'value')
  const value = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
  return `${variable.name} = ${value}${variable.enabled ? '' : ' (off)'}`
}
