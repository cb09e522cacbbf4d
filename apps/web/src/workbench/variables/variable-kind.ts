import { type PlainVariable, type SecretVariable, variableText } from '@parley/model'
import type { EditedVariable } from '@parley/server/contract'
import { descriptionText, type TableKind } from '../request/table-kind.ts'

/** The rows of a table of variables; the value of a secret is kept beside it. */
export const variableKind: TableKind<EditedVariable> = {
  blank: plainVariable('', '', true),
  text({ variable, secretValue }, column) {
    if (column === 'description') return descriptionText(variable)
    if (column === 'key') return variable.name
    return variable.secret ? (secretValue ?? '') : variableText(variable)
  },
  withText(item, column, text) {
    const { variable } = item
    if (column === 'description') return { ...item, variable: { ...variable, description: text } }
    if (column === 'key') return { ...item, variable: { ...variable, name: text } }
    return variable.secret
      ? { ...item, secretValue: text }
      : { ...item, variable: withPlainText(variable, text) }
  },
  isEnabled: ({ variable }) => variable.enabled,
  withEnabled: (item, enabled) => ({ ...item, variable: { ...item.variable, enabled } }),
  fromRow: ({ name, value, enabled, description }) => {
    const item = plainVariable(name, value, enabled)
    return description === undefined ? item : { ...item, variable: { ...item.variable, description } }
  },
}

/** The variable as a secret, withheld from scripts, or as one whose value is in the file. */
export function withSecret(item: EditedVariable, isSecret: boolean): EditedVariable {
  const { variable, secretValue } = item
  if (variable.secret === isSecret) return item
  const { name, enabled, description } = variable
  const shared = { name, enabled, ...(description === undefined ? {} : { description }) }
  if (variable.secret) {
    const value = { text: secretValue ?? '', ...typeOf(variable.type) }
    const plain: PlainVariable = { secret: false, ...shared, value }
    return { variable: plain, secretValue: null }
  }
  const { type } = variable.value
  const secret: SecretVariable = { secret: true, ...shared, allowedToScripts: false, ...typeOf(type) }
  return { variable: secret, secretValue: variableText(variable) }
}

/**
 * Lets scripts read and set a secret, or withholds it (behaviour 5.3). A variable that is not secret stays
 * unchanged.
 */
export function withAllowedToScripts(item: EditedVariable, allowedToScripts: boolean): EditedVariable {
  return item.variable.secret ? { ...item, variable: { ...item.variable, allowedToScripts } } : item
}

/** If there are several values, the text is that of the selected one. */
function withPlainText(variable: PlainVariable, text: string): PlainVariable {
  const value = { ...variable.value, text }
  if (variable.variants === undefined) return { ...variable, value }
  const selected = Math.max(
    0,
    variable.variants.findIndex(variant => variant.selected),
  )
  const variants = variable.variants.map((variant, index) =>
    index === selected ? { ...variant, value: { ...variant.value, text } } : variant,
  )
  return { ...variable, value: variants[selected]?.value ?? value, variants }
}

function plainVariable(name: string, text: string, enabled: boolean) {
  const variable: PlainVariable = { secret: false, name, value: { text }, enabled }
  return { variable, secretValue: null }
}

function typeOf(type: SecretVariable['type']): Pick<SecretVariable, 'type'> {
  return type === undefined ? {} : { type }
}
