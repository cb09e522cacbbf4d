import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import { Compartment, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { describeVariable, type KnownVariables } from '../workbench/variables/describe-variable.ts'
import { suggestVariables, variableQueryAt } from '../workbench/variables/suggest-variables.ts'

/**
 * Suggests variables after `{{`, and elsewhere what other sources suggest. The list is loaded the first time that there
 * is something to suggest; with other sources as soon as the editor has the focus.
 */
export function variableSuggestions(
  known: () => KnownVariables,
  others: readonly CompletionSource[] = [],
): Extension {
  const list = new Compartment()
  /** Each new text begins without the list. */
  const isWithout = (view: EditorView) => list.get(view.state) === withoutList

  const isNeeded = (view: EditorView) => isWithout(view) && (others.length > 0 || isInQuery(view))

  async function load(view: EditorView): Promise<void> {
    const { startCompletion, suggestionList } = await import('./suggestion-list.ts')
    // The editor may show another text by now, or be closed.
    if (!isNeeded(view)) return
    view.dispatch({ effects: list.reconfigure(suggestionList([suggest, ...others])) })
    if (isInQuery(view)) startCompletion(view)
  }

  function suggest({ state, pos }: Pick<CompletionContext, 'state' | 'pos'>): CompletionResult | null {
    const line = state.doc.lineAt(pos)
    const query = variableQueryAt(line.text, pos - line.from)
    if (query === null) return null
    return {
      from: line.from + query.from,
      to: line.from + query.to,
      filter: false,
      // Updated together with the letter, so that Enter accepts a suggestion and never sends.
      update: (_current, _from, _to, context) => suggest(context),
      options: suggestVariables(known(), query.typed).map(variable => ({
        label: `{{${variable.name}}}`,
        displayLabel: variable.name,
        detail: describeVariable(variable),
      })),
    }
  }

  return [
    list.of(withoutList),
    EditorView.updateListener.of(({ docChanged, focusChanged, view }) => {
      // Without the list, names can be typed; the next letter tries again.
      if ((docChanged || focusChanged) && view.hasFocus && isNeeded(view)) load(view).catch(() => {})
    }),
  ]
}

const withoutList: Extension = []

function isInQuery({ state }: EditorView): boolean {
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  return variableQueryAt(line.text, head - line.from) !== null
}
