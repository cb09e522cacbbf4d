import { mask } from '../prepare/auth/auth-preview.ts'
import { isSecretName } from '../prepare/gate/is-secret-name.ts'
import type { RunDataValue } from './run-events.ts'

/** Returns a data row as it is shown: what has the name of a secret is masked. */
export function shownDataRow(data: readonly RunDataValue[]): readonly RunDataValue[] {
  return data.map(value =>
    value.isReplaced !== true && isSecretName(value.name)
      ? { ...value, text: mask, isReplaced: true }
      : value,
  )
}

/** What fits beside the name of a request. */
const longestText = 200
const mostValues = 50
/** What fits beside the number of an iteration. */
const longestName = 40

/** Returns the beginning of a data row in one line, and what the row is called: its first text. */
export function describeDataRow(data: readonly RunDataValue[]) {
  const shown = shownDataRow(data.slice(0, mostValues))
  const text = shown.map(value => `${value.name.slice(0, longestText)} ${value.text.slice(0, longestText)}`)
  const named = shown.find(one => one.isJson !== true && one.isReplaced !== true && one.text.trim() !== '')
  return {
    dataText: text.join(' · ').slice(0, longestText),
    ...(named === undefined ? {} : { rowName: named.text.trim().slice(0, longestName) }),
  }
}
