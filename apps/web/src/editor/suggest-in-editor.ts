import type { CompletionContext } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { describeVariable, type KnownVariables } from '../workbench/describe-variable.ts'
import { suggestVariables, variableQueryAt } from '../workbench/suggest-variables.ts'
import { suggestionList } from './suggestion-list.ts'

/** Suggests variables after `{{`. */
export function variableSuggestions(known: () => KnownVariables): Extension {
  return suggestionList(({ state, pos }: CompletionContext) => {
    const line = state.doc.lineAt(pos)
    const query = variableQueryAt(line.text, pos - line.from)
    if (query === null) return null
    return {
      from: line.from + query.from,
      to: line.from + query.to,
      filter: false,
      options: suggestVariables(known(), query.typed).map(variable => ({
        label: `{{${variable.name}}}`,
        displayLabel: variable.name,
        detail: describeVariable(variable),
      })),
    }
  })
}
