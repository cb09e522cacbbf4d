import { type GraphQLNamedType, type GraphQLSchema, isCompositeType, isRequiredArgument } from 'graphql'
import { fieldOf, firstField, type SchemaField, typeAfter } from './explorer-types.ts'
import type { ExplorerStep } from './row-id.ts'
import type { NewVariable } from './variable-edits.ts'

/** Text for fields that are added to a query, and the variables that it needs. */
export interface NewSelection {
  readonly text: string
  readonly variables: readonly NewVariable[]
}

export interface NewSelectionOptions {
  /** The white space of the line that the text begins on; null for a text on one line. */
  readonly indent: string | null
  readonly indentUnit: string
  readonly lineBreak: string
  /** Names of variables that are taken. */
  readonly takenNames: ReadonlySet<string>
  /** Replaces the name of the first field in the response, or null. */
  readonly alias: string | null
}

/** Writes the fields of a path, the last one with a first field of its own. Null for a path that the schema lacks. */
export function newSelection(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  steps: readonly ExplorerStep[],
  options: NewSelectionOptions,
): NewSelection | null {
  const variables: NewVariable[] = []
  const taken = new Set(options.takenNames)
  const heads: string[] = []
  let current: GraphQLNamedType = type
  const aliasedAt = options.alias === null ? -1 : steps.findIndex(step => 'field' in step)
  for (const [depth, step] of steps.entries()) {
    const next = typeAfter(schema, current, step)
    const field = 'field' in step ? fieldOf(current, step.field) : null
    if (next === null) return null
    const args = field === null ? [] : newArguments(field, taken)
    variables.push(
      ...args.map(({ variable, type: argumentType }) => ({ name: variable, type: argumentType })),
    )
    const passed = args.map(({ name, variable }) => `${name}: $${variable}`).join(', ')
    const alias = depth === aliasedAt ? `${options.alias}: ` : ''
    const head = 'on' in step ? `... on ${step.on}` : `${alias}${step.field}`
    heads.push(passed === '' ? head : `${head}(${passed})`)
    current = next
  }
  if (isCompositeType(current)) heads.push(firstField(current))
  return { text: nested(heads, options), variables }
}

interface NewArgument {
  readonly name: string
  readonly variable: string
  readonly type: string
}

function newArguments(field: SchemaField, taken: Set<string>): readonly NewArgument[] {
  return field.args.filter(isRequiredArgument).map(({ name, type }) => {
    const long = `${field.name}${name.replace(/^./, first => first.toUpperCase())}`
    let variable = taken.has(name) ? long : name
    for (let number = 2; taken.has(variable); number += 1) variable = `${long}${number}`
    taken.add(variable)
    return { name, variable, type: String(type) }
  })
}

function nested(heads: readonly string[], { indent, indentUnit, lineBreak }: NewSelectionOptions): string {
  const [head = '', ...rest] = heads
  if (rest.length === 0) return head
  const inner = indent === null ? null : indent + indentUnit
  const text = nested(rest, { indent: inner, indentUnit, lineBreak, takenNames: new Set(), alias: null })
  return inner === null ? `${head} { ${text} }` : `${head} {${lineBreak}${inner}${text}${lineBreak}${indent}}`
}
