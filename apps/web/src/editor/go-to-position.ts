import { EditorView } from '@codemirror/view'

/** A position in a text; both numbers begin with 1. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Puts the cursor at a position, or as near to it as the text is long, and shows it. */
export function goToPosition(view: EditorView, { line, column }: TextPosition): void {
  const { doc } = view.state
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const anchor = Math.min(found.from + column - 1, found.to)
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
  })
  view.focus()
}
