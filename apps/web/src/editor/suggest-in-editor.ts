import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  completionKeymap,
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { describeVariable, type KnownVariables } from '../workbench/describe-variable.ts'
import { suggestVariables, variableQueryAt } from '../workbench/suggest-variables.ts'

/** Suggests variables after `{{`: Enter or Tab takes one, Esc closes the list. */
export function variableSuggestions(known: () => KnownVariables): Extension {
  const complete = ({ state, pos }: CompletionContext) => {
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
  }
  return [
    autocompletion({ override: [complete], icons: false, defaultKeymap: false, interactionDelay: 0 }),
    Prec.highest(keymap.of([...completionKeymap, { key: 'Tab', run: acceptCompletion }])),
    suggestionTheme,
  ]
}

const suggestionTheme = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete': {
    background: 'var(--bg-raised)',
    color: 'var(--text-1)',
    borderRadius: 'var(--r-3)',
    boxShadow: 'var(--shadow-pop)',
    padding: 'var(--sp-1)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-code)',
    maxHeight: '240px',
    maxWidth: '420px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--sp-3)',
    minHeight: '28px',
    padding: '0 var(--sp-2)',
    borderRadius: 'var(--r-2)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--bg-active)',
    color: 'var(--text-1)',
  },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    fontStyle: 'normal',
    fontFamily: 'var(--font-ui)',
    color: 'var(--text-2)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-completionMatchedText': { textDecoration: 'none' },
})
