import { type JsonNode, readJsonTree } from '@parley/model'
import {
  type GraphQLInputType,
  type GraphQLNamedInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import type { TextRange } from '../language/text-range.ts'
import type { OperationVariable } from './operation-variables.ts'

/** What a server may refuse in the variables. It never stops a send. */
export interface VariableWarning extends TextRange {
  /** `filter.years[2]`; empty for the whole text. */
  readonly path: string
  readonly message: string
}

/** More are of no use to anybody. */
const maximumWarnings = 100

/** Checks variables as typed against those that an operation declares. Text that is not JSON gets no warnings. */
export function checkVariables(
  text: string,
  variables: readonly OperationVariable[],
): readonly VariableWarning[] {
  const { root, errorAt } =
    text.trim() === '' ? emptyVariables(text) : readJsonTree(text, { allowsVariables: true })
  if (root === null || errorAt !== null || root.kind === 'variable') return []
  if (root.kind !== 'object')
    return [{ from: root.from, to: root.to, path: '', message: 'Variables must be a JSON object.' }]
  const check = new VariableCheck()
  const declared = new Map(variables.map(one => [one.name, one]))
  for (const { key, keyRange, value } of root.members) {
    const variable = declared.get(key)
    if (variable === undefined) check.warn(keyRange, key, `The operation has no variable $${key}.`)
    else if (variable.type !== null) check.value(value, variable.type, key)
  }
  const given = new Set(root.members.map(({ key }) => key))
  for (const { name, isRequired, typeText } of variables)
    if (isRequired && !given.has(name))
      check.warn(edgeOf(root), name, `$${name} of type ${typeText} is required.`)
  return [...check.warnings].sort((a, b) => a.from - b.from)
}

function emptyVariables(text: string): { readonly root: JsonNode; readonly errorAt: null } {
  return { root: { kind: 'object', from: 0, to: text.length, members: [] }, errorAt: null }
}

/** The bracket that opens an object, which is marked where something is missing. */
function edgeOf({ from, to }: TextRange): TextRange {
  return { from, to: Math.min(to, from + 1) }
}

class VariableCheck {
  readonly warnings: VariableWarning[] = []

  warn({ from, to }: TextRange, path: string, message: string): void {
    if (this.warnings.length < maximumWarnings) this.warnings.push({ from, to, path, message })
  }

  value(node: JsonNode, type: GraphQLInputType, path: string): void {
    if (node.kind === 'variable' || this.warnings.length === maximumWarnings) return
    if (isNonNullType(type)) {
      if (node.kind === 'null') this.warn(node, path, `${path} must not be null: its type is ${type}.`)
      else this.value(node, type.ofType, path)
    } else if (node.kind === 'null') return
    else if (isListType(type)) {
      // A single value is read as a list of one (GraphQL §3.11).
      if (node.kind !== 'array') this.value(node, type.ofType, path)
      else for (const [at, item] of node.items.entries()) this.value(item, type.ofType, `${path}[${at}]`)
    } else if (isInputObjectType(type)) this.#object(node, type, path)
    else if (!isAllowed(node, type)) this.warn(node, path, `${path} must be ${expectationOf(type)}.`)
  }

  #object(
    node: JsonNode,
    type: Extract<GraphQLNamedInputType, { getFields(): unknown }>,
    path: string,
  ): void {
    if (node.kind !== 'object') {
      this.warn(node, path, `${path} must be an object of type ${type.name}.`)
      return
    }
    const fields = new Map(Object.entries(type.getFields()))
    for (const { key, keyRange, value } of node.members) {
      const field = fields.get(key)
      if (field === undefined) this.warn(keyRange, `${path}.${key}`, `${type.name} has no field ${key}.`)
      else this.value(value, field.type, `${path}.${key}`)
    }
    const given = new Set(node.members.map(({ key }) => key))
    for (const field of fields.values())
      if (isRequiredInputField(field) && !given.has(field.name))
        this.warn(edgeOf(node), `${path}.${field.name}`, `${field.name} of type ${field.type} is required.`)
    if (type.isOneOf && given.size !== 1)
      this.warn(edgeOf(node), path, `${path} must have exactly one field of ${type.name}.`)
  }
}

type LeafType = Exclude<GraphQLNamedInputType, { getFields(): unknown }>

function expectationOf(type: LeafType): string {
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name)
    const shown = names.slice(0, 10).join(', ')
    return `a value of ${type.name}: ${shown}${names.length > 10 ? ', …' : ''}`
  }
  return { Int: 'a whole number of 32 bits', ID: 'a string or a whole number' }[type.name] ?? `a ${type.name}`
}

function isAllowed(node: JsonNode, type: LeafType): boolean {
  if (isEnumType(type))
    return node.kind === 'string' && (hasVariable(node.text) || type.getValue(node.text) !== undefined)
  switch (type.name) {
    case 'Int':
      return node.kind === 'number' && isInt32(node.text)
    case 'Float':
      return node.kind === 'number'
    case 'String':
      return node.kind === 'string'
    case 'Boolean':
      return node.kind === 'boolean'
    case 'ID':
      return node.kind === 'string' || (node.kind === 'number' && /^-?\d+$/.test(node.text))
  }
  return true
}

function hasVariable(text: string): boolean {
  return /\{\{[^{}]+\}\}/.test(text)
}

/** Also for `1.0` and `1e3`, which most servers read as whole numbers. */
function isInt32(text: string): boolean {
  const value = Number(text)
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31
}
