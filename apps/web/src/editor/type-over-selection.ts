import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Handles typing over a selection. Chromium would copy the colours of the replaced text into a `style`
 * attribute, which the page's policy forbids and reports.
 */
export const typeOverSelection: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event
    if (inputType !== 'insertText' || data === null || view.composing) return false
    if (view.state.selection.ranges.every(range => range.empty)) return false
    view.dispatch({ ...view.state.replaceSelection(data), userEvent: 'input.type', scrollIntoView: true })
    event.preventDefault()
    return true
  },
})
