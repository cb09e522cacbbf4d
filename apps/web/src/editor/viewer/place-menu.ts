import type { Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

/** A place of the window, in CSS px. */
interface WindowPlace {
  readonly x: number
  readonly y: number
}

/** Opens the menu of a position at a place of the window. Returns false if it has none. */
export type OpenPlaceMenu = (position: number, place: WindowPlace) => boolean

/**
 * The context menu of the position under the pointer, or of that of the cursor. Above a selection, and where there is none,
 * the browser's own opens.
 */
export function placeMenu(open: OpenPlaceMenu): Extension {
  const openAtCursor = (view: EditorView) => {
    const { head } = view.state.selection.main
    const box = view.coordsAtPos(head)
    return box !== null && open(head, { x: box.left, y: box.bottom })
  }
  return [
    keymap.of([
      { key: 'Shift-F10', run: openAtCursor },
      { key: 'ContextMenu', run: openAtCursor },
    ]),
    EditorView.domEventHandlers({
      contextmenu({ clientX: x, clientY: y }, view) {
        const position = view.posAtCoords({ x, y })
        const { from, to } = view.state.selection.main
        if (position === null || (from < to && position >= from && position <= to)) return false
        return open(position, { x, y })
      },
    }),
  ]
}
