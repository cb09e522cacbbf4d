import type { Extension } from '@codemirror/state'
import { EditorView, ViewPlugin } from '@codemirror/view'
import { type FindRequest, findEvent } from '../components/find-event.ts'

/** Takes Find and Find and replace while the focus is in an editor. Their code is loaded when it is first needed. */
export function findInEditor(): Extension {
  return [
    EditorView.editorAttributes.of({ 'data-finds': '', 'data-replaces': '' }),
    ViewPlugin.define(view => {
      const listener = (event: Event) => {
        event.preventDefault()
        const { detail }: { detail?: FindRequest } = event instanceof CustomEvent ? event : {}
        void openSearch(view, detail?.replaces === true).catch(() => {})
      }
      view.dom.addEventListener(findEvent, listener)
      return { destroy: () => view.dom.removeEventListener(findEvent, listener) }
    }),
  ]
}

async function openSearch(view: EditorView, replaces: boolean): Promise<void> {
  const { openEditorSearch } = await import('./search/search-panel.tsx')
  if (view.dom.isConnected) openEditorSearch(view, replaces)
}
