import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  closeCompletion,
  completionKeymap,
  completionStatus,
  currentCompletions,
  startCompletion,
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

export { startCompletion }

/** How a list differs from that of variables. */
export type ListConfig = NonNullable<Parameters<typeof autocompletion>[0]>

/** A list of suggestions under the cursor: Enter or Tab accepts the selected one, Esc closes it. */
export function suggestionList(sources: readonly CompletionSource[], config: ListConfig = {}): Extension {
  return [
    autocompletion({
      override: sources.map(answersAlways),
      icons: false,
      defaultKeymap: false,
      interactionDelay: 0,
      ...config,
    }),
    Prec.highest(
      keymap.of([
        ...completionKeymap.map(key => (key.run === startCompletion ? { ...key, run: openList } : key)),
        { key: 'Tab', run: acceptCompletion },
      ]),
    ),
    EditorView.domEventHandlers({ blur: (_, view) => void setTimeout(() => closeUnfocused(view)) }),
    suggestionTheme,
  ]
}

/**
 * Answers with an empty list where a source has no suggestion: the library does not ask again for what was typed while a
 * source was asked that then has none.
 */
function answersAlways(source: CompletionSource): CompletionSource {
  const orNone = (result: CompletionResult | null, { pos }: CompletionContext) =>
    result ?? { from: pos, options: [], filter: false }
  return context => {
    const result = source(context)
    return result instanceof Promise
      ? result.then(suggestions => orNone(suggestions, context))
      : orNone(result, context)
  }
}

/** Closes a list, also one that is about to open: its library closes only one that is open when the focus leaves. */
function closeUnfocused(view: EditorView): void {
  if (!view.hasFocus && completionStatus(view.state) !== null) closeCompletion(view)
}

/** Opens the list if it is not open: one that is opened again accepts nothing until its sources answer. */
function openList(view: EditorView): boolean {
  return currentCompletions(view.state).length > 0 || startCompletion(view)
}

const suggestionTheme = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete, .cm-tooltip.cm-completionInfo': {
    background: 'var(--bg-raised)',
    color: 'var(--text-1)',
    border: 'none',
    borderRadius: 'var(--r-3)',
    boxShadow: 'var(--shadow-pop)',
    padding: 'var(--sp-1)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-code)',
    // Twelve rows.
    maxHeight: '340px',
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
  // Below the field, whose text it is beside.
  '.cm-tooltip.cm-tooltip-autocomplete.cm-tooltip-below.cm-urls': { marginTop: '10px' },
  '.cm-tooltip.cm-tooltip-autocomplete.cm-urls > ul': { maxWidth: 'min(720px, 90vw)' },
  '.cm-urls .cm-completionLabel': { minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-urls .cm-completionMatchedText': { fontWeight: '600' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    fontStyle: 'normal',
    fontFamily: 'var(--font-ui)',
    color: 'var(--text-2)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-completionMatchedText': { textDecoration: 'none' },
  '.cm-completionIcon': { opacity: '1', padding: '0', width: '18px', color: 'var(--syn-key)' },
  '.cm-completionIcon-function::after': { content: "'ƒ'" },
  '.cm-completionIcon-value::after': { content: "'{}'" },
  '.cm-completionIcon-snippet::after': { content: "'+'" },
  '.cm-tooltip.cm-completionInfo': {
    maxWidth: '320px',
    padding: 'var(--sp-2) var(--sp-3)',
    marginLeft: 'var(--sp-1)',
    fontFamily: 'var(--font-ui)',
  },
  '.cm-completionSignature': {
    fontFamily: 'var(--font-code)',
    color: 'var(--syn-function)',
    whiteSpace: 'pre-wrap',
    margin: '0 0 var(--sp-1)',
  },
})
