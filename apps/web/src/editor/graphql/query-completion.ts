import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Suggestion } from '../../graphql/language/complete-query.ts'
import type { GraphQlLanguage } from '../../graphql/worker/graphql-language.ts'

/** Suggests the names that the schema has at the cursor of a query; nothing without a schema. */
export function queryCompletion(language: GraphQlLanguage) {
  return async ({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> => {
    if (!explicit && !/[\w$@]/.test(state.sliceDoc(pos - 1, pos))) return null
    const outcome = await language.call('complete', { query: state.doc.toString(), position: pos })
    if (!('answer' in outcome) || outcome.answer === null) return null
    const { from, to, suggestions } = outcome.answer
    return { from, to, options: [...completionsOf(suggestions)], validFor: /^\w*$/ }
  }
}

/** Returns suggestions in the order of the schema; deprecated names are last. */
export function completionsOf(suggestions: readonly Suggestion[]): readonly Completion[] {
  return suggestions.map(completionOf)
}

const types: Readonly<Record<Suggestion['kind'], string>> = {
  field: 'property',
  argument: 'property',
  enum: 'value',
  type: 'type',
  variable: 'variable',
  keyword: 'keyword',
  fragment: 'snippet',
}

function completionOf(
  { label, insert, detail, description, isDeprecated, kind }: Suggestion,
  at: number,
): Completion {
  const info = isDeprecated ? `Deprecated. ${description}`.trim() : description
  return {
    label,
    apply: insert,
    detail,
    type: types[kind],
    boost: isDeprecated ? -99 : -Math.min(98, at),
    ...(info === '' ? {} : { info }),
  }
}
