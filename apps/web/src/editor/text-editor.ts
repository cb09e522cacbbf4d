import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bidiIsolates, bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { createDraftEditor } from './draft-editor.ts'
import { findInEditor } from './find-in-editor.ts'
import { type DraftLanguage, loadDraftLanguage } from './languages/draft-languages.ts'
import { foldControls, foldsOf } from './languages/json-language.ts'
import { specialCharacters } from './special-characters.ts'
import { codeTheme, editorTheme } from './theme.ts'

export interface TextEditorOptions {
  readonly parent: HTMLElement
  readonly nonce: string
  readonly label: string
  /** Extensions for this kind of text. */
  readonly extensions: Extension
  onEdit(text: string): void
  /** Called each time that a text is shown. */
  onShown?(): void
}

export interface TextEditor {
  readonly view: EditorView
  /** Shows a text as soon as its language is loaded; `key` identifies it among those shown before. */
  show(key: string, language: DraftLanguage, text: string): void
  destroy(): void
}

/** The editor of a text of several lines. Tab indents; Esc, then Tab leaves. */
export function createTextEditor(options: TextEditorOptions): TextEditor {
  const editor = createDraftEditor({
    parent: options.parent,
    nonce: options.nonce,
    onEdit: text => options.onEdit(text),
    foldsOf,
    extensions: [
      commonExtensions(),
      EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
      options.extensions,
      editorTheme,
      codeTheme,
    ],
  })
  const loaded = new Map<DraftLanguage, Extension>()
  let wanted: readonly [key: string, language: DraftLanguage, text: string] | null = null

  function showWanted(): void {
    if (wanted === null) return
    const [key, language, text] = wanted
    const extension = loaded.get(language)
    if (extension === undefined) void load(language)
    else {
      editor.show(`${key}/${language}`, text, extension)
      options.onShown?.()
    }
  }

  async function load(language: DraftLanguage): Promise<void> {
    // Text can be read and edited without colours.
    loaded.set(language, await loadDraftLanguage(language).catch(() => []))
    showWanted()
  }

  return {
    view: editor.view,
    show(key, language, text) {
      wanted = [key, language, text]
      showWanted()
    },
    destroy() {
      wanted = null
      editor.destroy()
    },
  }
}

function commonExtensions(): Extension {
  return [
    keymap.of([
      ...defaultKeymap.filter(binding => binding.key !== 'Mod-Enter'),
      ...historyKeymap,
      indentWithTab,
    ]),
    history(),
    lineNumbers(),
    foldControls(),
    findInEditor(),
    specialCharacters(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    // A string from right to left does not turn round what is next to it.
    bidiIsolates(),
    bracketMatching(),
    indentOnInput(),
    indentUnit.of('  '),
    EditorState.tabSize.of(2),
  ]
}
