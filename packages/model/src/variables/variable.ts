import type { Description } from '../row.ts'

/** The type of a variable's text, as files may name it. */
export type VariableType = 'string' | 'number' | 'boolean' | 'null' | 'object'

export type Variable = PlainVariable | SecretVariable

export interface PlainVariable {
  readonly secret: false
  readonly name: string
  readonly value: VariableValue
  readonly enabled: boolean
  readonly description?: Description
  /** Several titled values; the selected one replaces `value`. */
  readonly variants?: readonly VariableVariant[]
}

/** The text of a value, with its type if there is one. */
export interface VariableValue {
  readonly text: string
  readonly type?: VariableType
}

export interface VariableVariant {
  readonly title: string
  readonly selected: boolean
  readonly value: VariableValue
}

/** A variable whose value is stored encrypted outside the workspace, and in no file (behaviour 2.6). */
export interface SecretVariable {
  readonly secret: true
  readonly name: string
  readonly enabled: boolean
  /** Whether scripts may read and set it (behaviour 5.3). Stored on this device only, and in no file. */
  readonly allowedToScripts: boolean
  readonly type?: VariableType
  readonly description?: Description
}

/**
 * The scopes for looking up a name, narrowest first (behaviour, Variable precedence). `demo` has the address of the
 * running demo API for the sample.
 */
export const variableScopeNames = [
  'send',
  'iteration',
  'session',
  'folder',
  'environment',
  'collection',
  'workspace',
  'global',
  'demo',
] as const

export type VariableScopeName = (typeof variableScopeNames)[number]

/** Returns the text of a plain variable; that of the selected variant if there are variants. */
export function variableText(variable: PlainVariable): string {
  const variants = variable.variants ?? []
  const chosen = variants.find(variant => variant.selected) ?? variants[0]
  return (chosen?.value ?? variable.value).text
}
