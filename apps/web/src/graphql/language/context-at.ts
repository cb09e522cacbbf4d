import { type GraphQLSchema, isNamedType } from 'graphql'
import {
  type ContextToken,
  getTokenAtPosition,
  getTypeInfo,
  offsetToPosition,
} from 'graphql-language-service'
import { isTooDeep } from './is-too-deep.ts'
import { maskVariables } from './mask-variables.ts'
import type { TextRange } from './text-range.ts'

/** The part of the language service's parser state that is read here. */
type ParserState = ContextToken['state']

/** What the schema says about the token at a position of a query, which need not parse. */
export interface QueryContext extends TextRange {
  readonly state: ParserState
  readonly info: ReturnType<typeof getTypeInfo>
}

/** Returns the context of the name at a position; null within a variable and where there is no name. */
export function contextAt(text: string, position: number, schema: GraphQLSchema): QueryContext | null {
  const { text: masked, variables } = maskVariables(text)
  if (variables.some(({ from, to }) => position >= from && position < to)) return null
  const name = nameAt(masked, position)
  if (name === null || isTooDeep(masked)) return null
  // The name of a directive is known after the @.
  const cursor = offsetToPosition(masked, masked[name.from] === '@' ? name.from + 1 : name.from)
  const { state } = getTokenAtPosition(masked, cursor, 0)
  return { ...name, state, info: getTypeInfo(schema, state) }
}

/** Returns the name at a position, with the `$` or `@` before it. */
function nameAt(text: string, position: number): TextRange | null {
  const start = text.slice(Math.max(0, position - 200), position)
  const from = position - (/[$@]?\w*$/.exec(start)?.[0].length ?? 0)
  const to = from + (/^[$@]?\w*/.exec(text.slice(from, from + 400))?.[0].length ?? 0)
  return to > from && position <= to ? { from, to } : null
}

/**
 * Returns the ID of the explorer's row for the field at a position: `query/books/title`, with `on:Book` for a
 * fragment on a type. Null within a named fragment.
 */
export function explorerPathOf(state: ParserState): string | null {
  const steps: string[] = []
  for (let one: ParserState | null | undefined = state; one?.kind; one = one.prevState) {
    if ((one.kind === 'Field' || one.kind === 'AliasedField') && one.name) steps.unshift(one.name)
    else if (one.kind === 'InlineFragment' && one.type) steps.unshift(`on:${one.type}`)
    else if (one.kind === 'FragmentDefinition') return null
    else if (one.kind === 'Query' || one.kind === 'ShortQuery') return ['query', ...steps].join('/')
    else if (one.kind === 'Mutation') return ['mutation', ...steps].join('/')
    else if (one.kind === 'Subscription') return ['subscription', ...steps].join('/')
  }
  return null
}

/** Returns the name of the type that a context is in, or null. */
export function parentTypeName({ info }: QueryContext): string | null {
  return isNamedType(info.parentType) ? info.parentType.name : null
}
