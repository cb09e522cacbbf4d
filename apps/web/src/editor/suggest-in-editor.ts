import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import { Compartment, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { describeVariable, type KnownVariables } from '../workbench/variables/describe-variable.ts'
import { suggestVariables, variableQueryAt } from '../workbench/variables/suggest-variables.ts'
import type { ListConfig, suggestionList } from './suggestion-list.ts'

/** What an editor suggests besides variables. */
export interface OtherSuggestions {
  readonly sources: readonly CompletionSource[]
  /**
   * Set if they are only offered: none is selected before the user selects one, so that Enter and Tab do what they do
   * without the list. It says how the list shows them.
   */
  readonly offered?: ListConfig
}

/**
 * Suggests variables after `{{`, and elsewhere what other sources suggest. The list is loaded the first time that there
 * is something to suggest; with other sources as soon as the editor has the focus, or is typed in if they are only offered.
 */
export function variableSuggestions(
  known: () => KnownVariables,
  { sources, offered }: OtherSuggestions = { sources: [] },
): Extension {
  const list = new Compartment()
  let lists: Readonly<Record<'variables' | 'others', Extension>> | null = null
  /** A text that is shown before the list is loaded begins without it. */
  const isWithout = (view: EditorView) => list.get(view.state) === withoutList

  const isNeeded = (view: EditorView, isTyped: boolean) =>
    isWithout(view) && (isInQuery(view) || (offered === undefined ? sources.length > 0 : isTyped))

  async function load(view: EditorView, isTyped: boolean): Promise<void> {
    const { startCompletion, suggestionList } = await import('./suggestion-list.ts')
    // The editor may show another text by now, or be closed.
    if (!isNeeded(view, isTyped)) return
    lists ??= listsOf(suggestionList)
    choose(view, lists)
    if (isInQuery(view) || offered !== undefined) startCompletion(view)
  }

  function listsOf(listWith: typeof suggestionList): NonNullable<typeof lists> {
    const variable = variableSource(known)
    const all = [variable, ...sources]
    const others = listWith(all, offered === undefined ? {} : { ...offered, selectOnOpen: false })
    // The list accepts nothing while a source is still asked, and the others are asked after each letter.
    return { variables: offered === undefined ? others : listWith([variable], offered), others }
  }

  /** Puts the list in place that selects as the suggestions at the cursor want it. */
  function choose(view: EditorView, { variables, others }: NonNullable<typeof lists>): void {
    const wanted = isInQuery(view) ? variables : others
    if (list.get(view.state) !== wanted) view.dispatch({ effects: list.reconfigure(wanted) })
  }

  return [
    {
      // Read for each text. The timers of a list go on in the text that follows, and throw where there is no list.
      get extension() {
        return list.of(lists?.others ?? withoutList)
      },
    },
    EditorView.updateListener.of(({ docChanged, focusChanged, transactions, view }) => {
      if (!(docChanged || focusChanged) || !view.hasFocus) return
      const isTyped = transactions.some(transaction => transaction.isUserEvent('input.type'))
      // Without the list, names can be typed; the next letter tries again.
      if (isNeeded(view, isTyped)) load(view, isTyped).catch(() => {})
      else if (offered !== undefined && lists !== null && !isWithout(view)) choose(view, lists)
    }),
  ]
}

const withoutList: Extension = []

/** Suggests the variables whose names contain what follows `{{` before the cursor. */
function variableSource(known: () => KnownVariables) {
  return function suggest({ state, pos }: Pick<CompletionContext, 'state' | 'pos'>): CompletionResult | null {
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
}

function isInQuery({ state }: EditorView): boolean {
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  return variableQueryAt(line.text, head - line.from) !== null
}
