import { Annotation, EditorState, type Extension, type Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { typeOverSelection } from './type-over-selection.ts'

export interface DraftEditorOptions {
  readonly parent: HTMLElement
  readonly nonce: string
  readonly extensions: Extension
  /** Called when the user types, but not for `show`. */
  onEdit(text: string): void
}

export interface DraftEditor {
  readonly view: EditorView
  /** Shows a text. A key that was shown before gets its undo history and cursor back. */
  show(key: string, text: string, extra?: Extension): void
  destroy(): void
}

/** Marks a change that came from outside the editor. */
const fromOutside = Annotation.define<true>()
const maxStates = 30

/** An editor that owns its text and serves one draft after another; typing never waits for the page. */
export function createDraftEditor(options: DraftEditorOptions): DraftEditor {
  const states = new Map<string, EditorState>()
  let shownKey: string | null = null
  /**
   * The last typed text, which the page passes back with each key: comparing a megabyte would take
   * milliseconds.
   */
  let typed: { readonly doc: Text; readonly text: string } | null = null
  const listener = EditorView.updateListener.of(update => {
    if (!update.docChanged) return
    if (update.transactions.some(transaction => transaction.annotation(fromOutside) === true)) return
    const { doc } = update.state
    typed = { doc, text: doc.toString() }
    options.onEdit(typed.text)
  })
  // The first, empty state needs the nonce too, because the view adds its styles with it.
  const view = new EditorView({ parent: options.parent, state: createState('', []) })

  function createState(text: string, extra: Extension): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(options.nonce),
        listener,
        typeOverSelection,
        extra,
        options.extensions,
      ],
    })
  }

  function saveShownState(): void {
    if (shownKey === null) return
    states.delete(shownKey)
    states.set(shownKey, view.state)
    const oldest = states.keys().next().value
    if (states.size > maxStates && oldest !== undefined) states.delete(oldest)
  }

  return {
    view,
    show(key, text, extra = []) {
      if (key !== shownKey) {
        saveShownState()
        const kept = states.get(key)
        shownKey = key
        view.setState(kept !== undefined && kept.doc.toString() === text ? kept : createState(text, extra))
        return
      }
      if (typed?.doc === view.state.doc && typed.text === text) return
      const changes = changeBetween(view.state.doc.toString(), text)
      if (changes !== null) view.dispatch({ changes, annotations: fromOutside.of(true) })
    },
    destroy: () => view.destroy(),
  }
}

/**
 * Returns the single change between two texts, so that the cursor keeps its place if possible; null if they
 * are equal.
 */
export function changeBetween(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } | null {
  if (before === after) return null
  const shortest = Math.min(before.length, after.length)
  let start = 0
  while (start < shortest && before[start] === after[start]) start += 1
  let end = 0
  while (end < shortest - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
