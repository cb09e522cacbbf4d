import { readJsonTree } from '@parley/model'
import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  Kind,
  type ValueNode,
} from 'graphql'
import type { TextEdit } from '../language/text-range.ts'
import type { OperationVariable } from './operation-variables.ts'

/** Input types may contain themselves. */
const deepest = 4
const indentUnit = '  '

/**
 * Returns the edits that add the variables of an operation that are missing, with values to begin with: the default
 * of the operation, else one of the type. Null where the text is not a JSON object; what is typed stays as it is.
 */
export function fillInVariables(
  text: string,
  variables: readonly OperationVariable[],
): readonly TextEdit[] | null {
  const isEmpty = text.trim() === ''
  const { root, errorAt } = readJsonTree(isEmpty ? '{}' : text, { allowsVariables: true })
  if (root?.kind !== 'object' || errorAt !== null) return null
  const given = new Set(root.members.map(({ key }) => key))
  const members = variables.filter(({ name }) => !given.has(name)).map(memberOf)
  if (members.length === 0) return []
  if (isEmpty) return [{ from: 0, to: text.length, insert: `{\n${members.join(',\n')}\n}` }]
  const last = root.members.at(-1)?.value.to
  if (last === undefined) return [{ from: root.from, to: root.to, insert: `{\n${members.join(',\n')}\n}` }]
  return [{ from: last, to: last, insert: `,\n${members.join(',\n')}` }]
}

function memberOf({ name, type, defaultValue }: OperationVariable): string {
  const value = defaultValue === null ? sampleOf(type, 1) : jsonOf(defaultValue, 1)
  return `${indentUnit}${JSON.stringify(name)}: ${value}`
}

function sampleOf(type: GraphQLInputType | null, depth: number): string {
  if (type === null) return '""'
  const nullable = getNullableType(type)
  if (isListType(nullable)) return `[${depth > deepest ? '' : sampleOf(nullable.ofType, depth)}]`
  if (isEnumType(nullable)) return JSON.stringify(nullable.getValues()[0]?.name ?? '')
  if (isInputObjectType(nullable)) {
    const required = Object.values(nullable.getFields()).filter(isRequiredInputField)
    if (required.length === 0 || depth > deepest) return '{}'
    return objectOf(
      required.map(field => [field.name, sampleOf(field.type, depth + 1)]),
      depth,
    )
  }
  return { Int: '0', Float: '0', Boolean: 'false' }[nullable.name] ?? '""'
}

function objectOf(members: readonly (readonly [name: string, value: string])[], depth: number): string {
  const indent = indentUnit.repeat(depth + 1)
  const lines = members.map(([name, value]) => `${indent}${JSON.stringify(name)}: ${value}`)
  return `{\n${lines.join(',\n')}\n${indentUnit.repeat(depth)}}`
}

/** The JSON of a value of GraphQL; numbers as written. */
function jsonOf(value: ValueNode, depth: number): string {
  switch (value.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return value.value
    case Kind.BOOLEAN:
      return String(value.value)
    case Kind.STRING:
    case Kind.ENUM:
      return JSON.stringify(value.value)
    case Kind.LIST:
      return `[${value.values.map(one => jsonOf(one, depth)).join(', ')}]`
    case Kind.OBJECT:
      return objectOf(
        value.fields.map(field => [field.name.value, jsonOf(field.value, depth + 1)]),
        depth,
      )
    case Kind.NULL:
    case Kind.VARIABLE:
      return 'null'
  }
}
