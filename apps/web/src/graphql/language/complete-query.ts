import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql'
import {
  CompletionItemKind,
  getAutocompleteSuggestions,
  getContextAtPosition,
  getTokenAtPosition,
  offsetToPosition,
  type Position,
} from 'graphql-language-service'
import { isTooDeep } from './is-too-deep.ts'
import { maskVariables } from './mask-variables.ts'
import type { TextRange } from './text-range.ts'

/** One of the names that are possible at a position. */
export interface Suggestion {
  readonly label: string
  /** What replaces the typed part of the name. */
  readonly insert: string
  /** The type, or empty. */
  readonly detail: string
  /** Empty if there is none; long ones are cut. */
  readonly description: string
  readonly isDeprecated: boolean
  readonly kind: 'field' | 'argument' | 'enum' | 'type' | 'variable' | 'keyword' | 'fragment'
}

/** Suggestions, and the part of the text that each of them replaces. */
export interface Suggestions extends TextRange {
  readonly suggestions: readonly Suggestion[]
}

const longestDescription = 500
/** More are not shown; typing a letter narrows the list. */
const maximumSuggestions = 1_000

/** Returns the names that are possible at a position of a query; null within a variable, a string or a comment. */
export function completeQuery(text: string, position: number, schema: GraphQLSchema): Suggestions | null {
  const { text: masked, variables } = maskVariables(text)
  if (variables.some(({ from, to }) => position > from && position < to)) return null
  if (isTooDeep(masked) || isInStringOrComment(masked, position)) return null
  const typed = /\w*$/.exec(masked.slice(Math.max(0, position - 200), position))?.[0] ?? ''
  const from = position - typed.length
  const isVariable = masked[from - 1] === '$'
  // The typed part is left out, so that all names are suggested and the list narrows them itself.
  const without = masked.slice(0, from) + masked.slice(position)
  const cursor = offsetToPosition(without, from)
  const items = itemsAt(schema, without, cursor, from)
  const suggestions = items.slice(0, maximumSuggestions).map(item => suggestionOf(item, isVariable))
  const deprecated = items.some(isField) ? deprecatedFields(schema, without, cursor) : []
  return { from, to: position, suggestions: withoutDuplicates([...suggestions, ...deprecated]) }
}

/** After a fragment the language service suggests fields only once a letter is typed. */
function itemsAt(schema: GraphQLSchema, text: string, cursor: Position, at: number): readonly Item[] {
  const items = getAutocompleteSuggestions(schema, text, cursor)
  if (items.length > 0) return items
  const withLetter = `${text.slice(0, at)}x ${text.slice(at)}`
  const token = getTokenAtPosition(withLetter, cursor, 0)
  // An empty token, so that nothing is left out for not beginning with the letter.
  return getAutocompleteSuggestions(schema, withLetter, cursor, { ...token, string: '', type: null })
}

/** The language service leaves these out, but an existing API may have no other. */
function deprecatedFields(schema: GraphQLSchema, text: string, cursor: Position): readonly Suggestion[] {
  const parent = getContextAtPosition(text, cursor, schema, undefined, {}, 1)?.typeInfo.parentType
  if (!isObjectType(parent) && !isInterfaceType(parent)) return []
  return Object.values(parent.getFields())
    .filter(({ deprecationReason }) => deprecationReason != null)
    .map(({ name, type, description }) => ({
      label: name,
      insert: name,
      detail: String(type),
      description: (description ?? '').slice(0, longestDescription),
      isDeprecated: true,
      kind: 'field',
    }))
}

function isField(item: Item): boolean {
  return item.kind === CompletionItemKind.Field && item.sortText !== undefined
}

type Item = ReturnType<typeof getAutocompleteSuggestions>[number]

function suggestionOf(item: Item, isVariable: boolean): Suggestion {
  const label = item.label
  const isInput = item.insertText?.startsWith(`${label}: `) === true
  const variable = isVariable ? label.replace(/^\$/, '') : label
  return {
    label,
    insert: isInput ? `${label}: ` : label.startsWith('$') ? variable : label,
    detail: item.detail ?? item.labelDetails?.detail?.trim() ?? '',
    description: (item.documentation ?? '').slice(0, longestDescription),
    isDeprecated: item.isDeprecated === true,
    kind: kindOf(item, isInput),
  }
}

function kindOf(item: Item, isInput: boolean): Suggestion['kind'] {
  if (item.label.startsWith('$')) return 'variable'
  if (isInput) return 'argument'
  if (item.kind === CompletionItemKind.EnumMember) return 'enum'
  if (item.documentation?.startsWith('fragment ') === true) return 'fragment'
  if (item.kind === CompletionItemKind.Field) return 'field'
  return item.kind === CompletionItemKind.Variable ? 'type' : 'keyword'
}

function withoutDuplicates(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  return [...new Map(suggestions.map(one => [one.label, one])).values()]
}

/** Reads the tokens before a position, which may be in a string that has no end yet. */
function isInStringOrComment(text: string, position: number): boolean {
  const tokens = /"""(?:\\"""|(?!""")[\s\S])*("""|$)|"(?!"")(?:[^"\\\n]|\\.)*("|(?=\n)|$)|#[^\n]*/g
  for (const { 0: token, 1: blockEnd, 2: stringEnd, index } of text.matchAll(tokens)) {
    const end = index + token.length
    if (index >= position) return false
    if (position < end) return true
    // At the end of a comment, or of a string that is not closed, the position is still inside it.
    if (position === end) return !(blockEnd || stringEnd)
  }
  return false
}
