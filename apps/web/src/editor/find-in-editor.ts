import type { Extension } from '@codemirror/state'
import { EditorView, ViewPlugin } from '@codemirror/view'
import { type FindRequest, findEvent } from '../components/find-event.ts'
import { openEditorSearch } from './search/search-panel.tsx'

/** Takes Find and Find and replace while the focus is in an editor. */
export function findInEditor(): Extension {
  return [
    EditorView.editorAttributes.of({ 'data-finds': '', 'data-replaces': '' }),
    ViewPlugin.define(view => {
      const listener = (event: Event) => {
        event.preventDefault()
        const { detail }: { detail?: FindRequest } = event instanceof CustomEvent ? event : {}
        openEditorSearch(view, detail?.replaces === true)
      }
      view.dom.addEventListener(findEvent, listener)
      return { destroy: () => view.dom.removeEventListener(findEvent, listener) }
    }),
  ]
}
