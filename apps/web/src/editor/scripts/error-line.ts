import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

const setErrorLine = StateEffect.define<number | null>()

const mark = Decoration.line({ class: 'cm-errorLine' })

const errorLineField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { state, changes, effects }) {
    let next = marks.map(changes)
    for (const effect of effects) {
      if (!effect.is(setErrorLine)) continue
      const line = effect.value
      next =
        line === null || line < 1 || line > state.doc.lines
          ? Decoration.none
          : Decoration.set([mark.range(state.doc.line(line).from)])
    }
    return next
  },
  provide: field => EditorView.decorations.from(field),
})

/** Marks the line at which a script failed. */
export const errorLine: Extension = [
  errorLineField,
  EditorView.theme({
    // Also if the cursor is in the line.
    '.cm-line.cm-errorLine': {
      background: 'var(--danger-soft)',
      boxShadow: 'inset 2px 0 0 var(--danger)',
    },
  }),
]

/** Marks a line, from 1; null: none. */
export function showErrorLine(view: EditorView, line: number | null): void {
  view.dispatch({ effects: setErrorLine.of(line) })
}
