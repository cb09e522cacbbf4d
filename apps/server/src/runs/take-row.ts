import type { NotDone, ScopedVariable, TakenRow } from '../contract/index.ts'
import type { Scripting } from '../scripting.ts'
import type { ReadDataRow } from './runs.ts'

const tooMuch: NotDone = {
  state: 'failed',
  sentence: 'The data row has more values, or longer ones, than a session takes.',
  nextStep: 'Set the variables that you need in an environment.',
}

/**
 * Makes the values of a data row values of the session. Left out is what is not known as it was: secrets, and what was too
 * long to keep. A name that is a secret of the request keeps its secret.
 */
export function takeRow(
  { iteration, dataName, data }: ReadDataRow,
  variables: readonly ScopedVariable[],
  scripting: Pick<Scripting, 'putSessionValues'>,
): TakenRow {
  const secrets = new Set(
    variables.filter(one => one.value === null && one.scope !== 'dynamic').map(one => one.name),
  )
  const values = new Map(
    data
      .filter(({ name, isReplaced }) => isReplaced !== true && !secrets.has(name))
      .map(
        ({ name, text, isJson }) =>
          [name, { text, isLiteral: false, ...(isJson ? { json: text } : {}) }] as const,
      ),
  )
  const setId = scripting.putSessionValues(values, { dataName, iteration })
  if (setId === null) return tooMuch
  const leftOut = data.map(one => one.name).filter(name => !values.has(name))
  return { state: 'set', setId, iteration, names: [...values.keys()], leftOut }
}
