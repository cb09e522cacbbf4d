import type { Assertion, HttpRequest, SetVariableAction } from '@parley/model'
import { descriptionText, type TableKind } from './table-kind.ts'

/** The rows of Assertions: expression and value. */
export const assertionKind: TableKind<Assertion> = {
  blank: { expression: '', operator: 'eq', enabled: true },
  text(item, column) {
    if (column === 'description') return descriptionText(item)
    return column === 'key' ? item.expression : (item.value ?? '')
  },
  withText(item, column, text) {
    if (column === 'description') return { ...item, description: text }
    return column === 'key' ? { ...item, expression: text } : { ...item, value: text }
  },
  isEnabled: item => item.enabled,
  withEnabled: (item, enabled) => ({ ...item, enabled }),
  fromRow: ({ name, value, enabled }) => ({ expression: name, operator: 'eq', value, enabled }),
}

/** The rows of Set variables: the name and its expression. */
export const actionKind: TableKind<SetVariableAction> = {
  blank: {
    type: 'setVariable',
    phase: 'postResponse',
    expression: '',
    variableName: '',
    variableScope: 'runtime',
    enabled: true,
  },
  text(item, column) {
    if (column === 'description') return descriptionText(item)
    return column === 'key' ? item.variableName : item.expression
  },
  withText(item, column, text) {
    if (column === 'description') return { ...item, description: text }
    return column === 'key' ? { ...item, variableName: text } : { ...item, expression: text }
  },
  isEnabled: item => item.enabled,
  withEnabled: (item, enabled) => ({ ...item, enabled }),
  fromRow: ({ name, value, enabled }) => ({
    ...actionKind.blank,
    variableName: name,
    expression: value,
    enabled,
  }),
}

/** Whether the file of a request of this kind can store rows of Set variables. */
export function takesActions({ webSocket, grpc }: Pick<HttpRequest, 'webSocket' | 'grpc'>): boolean {
  return webSocket === undefined && grpc === undefined
}
