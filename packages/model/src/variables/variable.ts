import type { Description } from '../row.ts'

/** The type that a variable's text stands for, as files may name it. */
export type VariableType = 'string' | 'number' | 'boolean' | 'null' | 'object'

export type Variable = PlainVariable | SecretVariable

export interface PlainVariable {
  readonly secret: false
  readonly name: string
  readonly value: VariableValue
  readonly enabled: boolean
  readonly description?: Description
  /** Several values under titles; the selected one replaces `value`. */
  readonly variants?: readonly VariableVariant[]
}

/** The text of a value, with its type where one was given. */
export interface VariableValue {
  readonly text: string
  readonly type?: VariableType
}

export interface VariableVariant {
  readonly title: string
  readonly selected: boolean
  readonly value: VariableValue
}

/** A variable whose value is kept encrypted outside the workspace and stands in no file (spec 2.6). */
export interface SecretVariable {
  readonly secret: true
  readonly name: string
  readonly enabled: boolean
  /** The code icon of its row: may scripts read and set it (spec 5.3)? Known to this device alone, and in no file. */
  readonly allowedToScripts: boolean
  readonly type?: VariableType
  readonly description?: Description
}

/** Where a name is looked up, narrowest first (product decisions). `demo`: the address of the running demo API, for the sample. */
export const variableScopeNames = [
  'send',
  'iteration',
  'session',
  'folder',
  'collection',
  'environment',
  'workspace',
  'global',
  'demo',
] as const

export type VariableScopeName = (typeof variableScopeNames)[number]

/** The text of a plain variable: that of the selected variant where there are variants. */
export function variableText(variable: PlainVariable): string {
  const variants = variable.variants ?? []
  const chosen = variants.find(variant => variant.selected) ?? variants[0]
  return (chosen?.value ?? variable.value).text
}
