import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Puts the browser's selection back where the editor's is, after marks were drawn around selected text. Chromium forgets a
 * selection whose nodes are moved, which the editor does not always notice; what is typed then would be added to the
 * selected text instead of replacing it.
 */
export const keepSelection: Extension = EditorView.updateListener.of(
  ({ view, docChanged, selectionSet, transactions }) => {
    // Only effects, such as marks that were found; keys and clicks set the selection themselves.
    if (docChanged || selectionSet || transactions.length === 0 || !view.hasFocus || view.composing) return
    const { anchor, head, empty } = view.state.selection.main
    const selection = view.dom.ownerDocument.getSelection()
    if (empty || selection === null || !selection.isCollapsed) return
    const [from, to] = [view.domAtPos(anchor), view.domAtPos(head)]
    selection.setBaseAndExtent(from.node, from.offset, to.node, to.offset)
  },
)
