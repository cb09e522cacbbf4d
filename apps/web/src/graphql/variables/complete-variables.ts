import { type JsonTree, readJsonTree } from '@parley/model'
import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql'
import type { Suggestion, Suggestions } from '../language/complete-query.ts'
import type { OperationVariable } from './operation-variables.ts'

/** Returns the names or the values that are possible at a position of the variables; null where none is. */
export function completeVariables(
  text: string,
  position: number,
  variables: readonly OperationVariable[],
): Suggestions | null {
  const { open, errorAt, expected } = readJsonTree(text.slice(0, position), { allowsVariables: true })
  if (errorAt === null || expected === 'separator' || open.length === 0) return null
  const typed = /^\s*((?:"(?:[^"\\\n]|\\.)*|\w+)?)$/.exec(text.slice(errorAt, position))?.[1]
  if (typed === undefined) return null
  const from = position - typed.length
  const suggestions =
    expected === 'key' ? keysFor(text, open, variables) : valuesOf(typeInside(open, variables))
  if (suggestions.length === 0) return null
  const rest = text.slice(position)
  const to = typed.startsWith('"') && rest.startsWith('"') ? position + 1 : position
  return { from, to, suggestions: /^"?\s*:/.test(rest) ? suggestions.map(withoutColon) : suggestions }
}

/** For a key that has its colon already. */
function withoutColon(suggestion: Suggestion): Suggestion {
  return { ...suggestion, insert: suggestion.label }
}

type Open = JsonTree['open']

function typeOf(name: string, variables: readonly OperationVariable[]): GraphQLInputType | null {
  return variables.find(one => one.name === name)?.type ?? null
}

/** The type of the value that is typed at the end of the path of open containers. */
function typeInside(open: Open, variables: readonly OperationVariable[]): GraphQLInputType | null {
  let type: GraphQLInputType | null = null
  for (const [depth, { node, key }] of open.entries()) {
    if (depth === 0) type = key === null ? null : typeOf(key, variables)
    else type = node.kind === 'array' ? itemType(type) : key === null ? type : fieldType(type, key)
  }
  return type
}

function itemType(type: GraphQLInputType | null): GraphQLInputType | null {
  const nullable = type === null ? null : getNullableType(type)
  return isListType(nullable) ? nullable.ofType : null
}

function fieldType(type: GraphQLInputType | null, name: string): GraphQLInputType | null {
  const named = type === null ? null : getNamedType(type)
  return isInputObjectType(named) ? (named.getFields()[name]?.type ?? null) : null
}

function keysFor(text: string, open: Open, variables: readonly OperationVariable[]): readonly Suggestion[] {
  if (open.length > 1) return fieldsOf(typeInside(open, variables))
  const { root } = readJsonTree(text, { allowsVariables: true })
  const given = new Set(root?.kind === 'object' ? root.members.map(({ key }) => key) : [])
  return variables
    .filter(({ name }) => !given.has(name))
    .map(({ name, typeText }) => suggestionOf(name, typeText, '', 'variable'))
}

function fieldsOf(type: GraphQLInputType | null): readonly Suggestion[] {
  const named = type === null ? null : getNamedType(type)
  if (!isInputObjectType(named)) return []
  return Object.values(named.getFields()).map(field =>
    suggestionOf(field.name, String(field.type), field.description ?? '', 'field'),
  )
}

function valuesOf(type: GraphQLInputType | null): readonly Suggestion[] {
  const named = type === null ? null : getNamedType(type)
  if (isEnumType(named))
    return named.getValues().map(({ name, description, deprecationReason }) => ({
      ...suggestionOf(name, named.name, description ?? '', 'enum'),
      isDeprecated: deprecationReason != null,
    }))
  if (named?.name !== 'Boolean') return []
  return ['true', 'false'].map(word => ({ ...suggestionOf(word, 'Boolean', '', 'enum'), insert: word }))
}

function suggestionOf(
  name: string,
  detail: string,
  description: string,
  kind: Suggestion['kind'],
): Suggestion {
  const quoted = JSON.stringify(name)
  const insert = kind === 'enum' ? quoted : `${quoted}: `
  return { label: quoted, insert, detail, description: description.slice(0, 500), isDeprecated: false, kind }
}
