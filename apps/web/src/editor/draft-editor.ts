import { Annotation, EditorState, type Extension, type StateEffect, type Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { changeBetween } from '../workbench/change-between.ts'
import { keepSelection } from './keep-selection.ts'
import { type KeptText, keepText, keptText } from './kept-texts.ts'
import { typeOverSelection } from './type-over-selection.ts'
import { asTypedText, type TypedText, wholeText, withChanges } from './typed-text.ts'

export interface DraftEditorOptions {
  readonly parent: HTMLElement
  readonly nonce: string
  readonly extensions: Extension
  /** Returns what folds a state like another one; absent: nothing is folded. */
  readonly foldsOf?: (state: EditorState) => readonly StateEffect<unknown>[]
  /** Called when the user types, but not for `show`. */
  onEdit(text: string): void
}

export interface DraftEditor {
  readonly view: EditorView
  /** Shows a text. A key that was shown before, also by another editor, gets its undo history and cursor back. */
  show(key: string, text: string, extra?: Extension): void
  /**
   * Prepares the state in which a key is first shown, unless its text is another one by then.
   * @param edit receives the state of the text, and returns the one to show
   */
  prepare(key: string, text: string, edit: (state: EditorState) => EditorState): void
  destroy(): void
}

/** Marks a change that came from outside the editor. */
const fromOutside = Annotation.define<true>()

/** An editor that owns its text and serves one draft after another; typing never waits for the page. */
export function createDraftEditor(options: DraftEditorOptions): DraftEditor {
  let shownKey: string | null = null
  /**
   * The last typed text, which the page passes back with each key: comparing a megabyte would take
   * milliseconds.
   */
  let typed: { readonly doc: Text; readonly text: string; readonly parts: TypedText } | null = null
  /** Brings back the line at the top. An editor that was taken from the page no longer has it. */
  let scroll: StateEffect<unknown> | null = null
  const listener = EditorView.updateListener.of(update => {
    if (!update.docChanged) return
    scroll = scroll?.map(update.changes) ?? null
    if (update.transactions.some(transaction => transaction.annotation(fromOutside) === true)) return
    const { startState, changes, state } = update
    const before = typed?.doc === startState.doc ? typed.parts : asTypedText(startState.doc.toString())
    const parts = withChanges(before, changes)
    typed = { doc: state.doc, text: wholeText(parts), parts }
    options.onEdit(typed.text)
  })
  // The first, empty state needs the nonce too, because the view adds its styles with it.
  const view = new EditorView({ parent: options.parent, state: createState('', []) })

  view.scrollDOM.addEventListener('scroll', () => {
    if (view.dom.isConnected) scroll = view.scrollSnapshot()
  })

  function createState(text: string, extra: Extension, kept?: KeptText): EditorState {
    return EditorState.create({
      doc: kept?.doc ?? text,
      ...(kept === undefined ? {} : { selection: kept.selection }),
      extensions: [
        EditorView.cspNonce.of(options.nonce),
        listener,
        typeOverSelection,
        keepSelection,
        extra,
        options.extensions,
        kept?.history ?? [],
      ],
    })
  }

  function keepShown(): void {
    if (shownKey === null) return
    const folds = options.foldsOf?.(view.state) ?? []
    keepText(shownKey, view.state, scroll === null ? folds : [...folds, scroll])
  }

  return {
    view,
    show(key, text, extra = []) {
      if (key !== shownKey) {
        keepShown()
        shownKey = key
        const kept = keptText(key, text)
        view.setState(createState(text, extra, kept))
        scroll = null
        if (kept !== undefined && kept.place.length > 0) view.dispatch({ effects: kept.place })
        return
      }
      if (typed?.doc === view.state.doc && typed.text === text) return
      const changes = changeBetween(view.state.doc.toString(), text)
      if (changes !== null) view.dispatch({ changes, annotations: fromOutside.of(true) })
    },
    prepare: (key, text, edit) => keepText(key, edit(createState(text, []))),
    destroy() {
      keepShown()
      view.destroy()
    },
  }
}
