import { defaultKeymap } from '@codemirror/commands'
import { search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { foldControls, jsonLanguage } from './json-language.ts'
import { openSearchPanel, searchPanel, searchTheme } from './search-panel.ts'
import { codeTheme, editorTheme } from './theme.ts'

export interface ResponseViewer {
  /** Shows a text; one that only grew keeps the place and the folds. */
  show(text: string, language: 'json' | 'text'): void
  setWrapped(isWrapped: boolean): void
  find(): void
  destroy(): void
}

/** A response body, read-only, with folds, line numbers and search. Long lines wrap only on request. */
export function createResponseViewer(parent: HTMLElement, nonce: string): ResponseViewer {
  const wrapping = new Compartment()
  let isWrapped = false
  let shown: { readonly text: string; readonly language: string } | null = null

  function createState(text: string, language: 'json' | 'text'): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorState.readOnly.of(true),
        EditorState.tabSize.of(2),
        wrapping.of(isWrapped ? EditorView.lineWrapping : []),
        search({ top: true, createPanel: searchPanel }),
        keymap.of([...searchKeymap, ...defaultKeymap.filter(binding => binding.key !== 'Mod-Enter')]),
        lineNumbers(),
        foldControls(),
        drawSelection(),
        highlightSpecialChars(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        EditorView.contentAttributes.of({
          'aria-label': 'Response body',
          'aria-readonly': 'true',
          tabindex: '0',
        }),
        language === 'json' ? jsonLanguage() : [],
        editorTheme,
        codeTheme,
        searchTheme,
      ],
    })
  }

  const view = new EditorView({ parent, state: createState('', 'text') })

  return {
    show(text, language) {
      if (shown?.text === text && shown.language === language) return
      if (shown !== null && shown.language === language && text.startsWith(shown.text) && shown.text !== '') {
        view.dispatch({ changes: { from: view.state.doc.length, insert: text.slice(shown.text.length) } })
      } else {
        view.setState(createState(text, language))
        view.scrollDOM.scrollTop = 0
      }
      shown = { text, language }
    },
    setWrapped(next) {
      if (next === isWrapped) return
      isWrapped = next
      view.dispatch({ effects: wrapping.reconfigure(next ? EditorView.lineWrapping : []) })
    },
    find: () => openSearchPanel(view),
    destroy: () => view.destroy(),
  }
}
