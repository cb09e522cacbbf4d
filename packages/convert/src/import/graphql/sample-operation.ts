import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import type { JsonValue } from '../json-value.ts'

/** The maximum depth and size of a sample operation. */
const maximumSelectionDepth = 2
const maximumFields = 30

/** An operation that requests one field of a root type, and variables for its arguments. */
export interface SampleOperation {
  readonly query: string
  readonly variables: string
}

/** Creates the operation. Optional arguments are omitted. */
export function sampleOperation(
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
): SampleOperation {
  const required = field.args.filter(isRequiredArgument)
  const declared = required.map(one => `$${one.name}: ${one.type}`).join(', ')
  const passed = required.map(one => `${one.name}: $${one.name}`).join(', ')
  const selection = selectionOf(field.type, 0, '  ')
  const name = field.name.replace(/^./, first => first.toUpperCase())
  return {
    query: [
      `${kind} ${name}${declared === '' ? '' : `(${declared})`} {`,
      `  ${field.name}${passed === '' ? '' : `(${passed})`}${selection}`,
      '}',
    ].join('\n'),
    variables: required.length === 0 ? '' : JSON.stringify(variablesOf(required), null, 2),
  }
}

function variablesOf(required: readonly GraphQLArgument[]): JsonValue {
  return Object.fromEntries(required.map(one => [one.name, sampleInput(one.type, 0)]))
}

function sampleInput(type: GraphQLInputType, depth: number): JsonValue {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return [sampleInput(nullable.ofType, depth)]
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name ?? ''
  if (isInputObjectType(nullable)) {
    if (depth >= maximumSelectionDepth) return {}
    const fields = Object.values(nullable.getFields()).filter(isRequiredInputField)
    return Object.fromEntries(fields.map(one => [one.name, sampleInput(one.type, depth + 1)]))
  }
  switch (nullable.name) {
    case 'Int':
    case 'Float':
      return 0
    case 'Boolean':
      return true
  }
  return ''
}

/** Returns the fields of an object that need no arguments: its scalars, and objects up to a depth. */
function selectionOf(type: GraphQLOutputType, depth: number, indent: string): string {
  const named = getNamedType(type)
  if (isLeafType(named)) return ''
  if (!isObjectType(named) && !isInterfaceType(named)) return ` {\n${indent}  __typename\n${indent}}`
  const lines = Object.values(named.getFields())
    .filter(one => !one.args.some(isRequiredArgument))
    .filter(one => isLeafType(getNamedType(one.type)) || depth + 1 < maximumSelectionDepth)
    .slice(0, maximumFields)
    .map(one => `${indent}  ${one.name}${selectionOf(one.type, depth + 1, `${indent}  `)}`)
  return ` {\n${(lines.length === 0 ? [`${indent}  __typename`] : lines).join('\n')}\n${indent}}`
}
