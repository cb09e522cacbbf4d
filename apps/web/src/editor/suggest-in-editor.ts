import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { Compartment, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { describeVariable, type KnownVariables } from '../workbench/variables/describe-variable.ts'
import { suggestVariables, variableQueryAt } from '../workbench/variables/suggest-variables.ts'

/** Suggests variables after `{{`. The list is loaded the first time that there is something to suggest. */
export function variableSuggestions(known: () => KnownVariables): Extension {
  const list = new Compartment()
  /** Each new text begins without the list. */
  const isWithout = (view: EditorView) => list.get(view.state) === withoutList

  async function load(view: EditorView): Promise<void> {
    const { startCompletion, suggestionList } = await import('./suggestion-list.ts')
    // The editor may show another text by now, or be closed.
    if (!isWithout(view) || !isInQuery(view)) return
    view.dispatch({ effects: list.reconfigure(suggestionList(suggest)) })
    startCompletion(view)
  }

  function suggest({ state, pos }: Pick<CompletionContext, 'state' | 'pos'>): CompletionResult | null {
    const line = state.doc.lineAt(pos)
    const query = variableQueryAt(line.text, pos - line.from)
    if (query === null) return null
    return {
      from: line.from + query.from,
      to: line.from + query.to,
      filter: false,
      // Together with the letter, so that Enter accepts a suggestion and never sends.
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
    EditorView.updateListener.of(({ docChanged, view }) => {
      // Without the list, names can be typed; the next letter tries again.
      if (docChanged && view.hasFocus && isWithout(view) && isInQuery(view)) load(view).catch(() => {})
    }),
  ]
}

const withoutList: Extension = []

function isInQuery({ state }: EditorView): boolean {
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  return variableQueryAt(line.text, head - line.from) !== null
}
