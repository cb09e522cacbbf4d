import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import type { RawLanguage } from '@parley/model'
import type { KnownVariables } from '../workbench/describe-variable.ts'
import { createDraftEditor } from './draft-editor.ts'
import { foldControls, jsonLanguage } from './json-language.ts'
import { codeTheme, editorTheme } from './theme.ts'
import { variableMarks, variablesChanged } from './variable-marks.ts'

export interface BodyEditorOptions {
  readonly parent: HTMLElement
  readonly nonce: string
  onEdit(text: string): void
  knownVariables(): KnownVariables
}

export interface BodyEditor {
  show(tabId: string, language: RawLanguage, text: string): void
  refreshVariables(): void
  destroy(): void
}

/** The editor of a raw request body. Tab indents; Esc, then Tab leaves. */
export function createBodyEditor(options: BodyEditorOptions): BodyEditor {
  const editor = createDraftEditor({
    parent: options.parent,
    nonce: options.nonce,
    onEdit: text => options.onEdit(text),
    extensions: [
      keymap.of([
        ...defaultKeymap.filter(binding => binding.key !== 'Mod-Enter'),
        ...historyKeymap,
        indentWithTab,
      ]),
      history(),
      lineNumbers(),
      foldControls(),
      drawSelection(),
      highlightSpecialChars(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      bracketMatching(),
      indentOnInput(),
      indentUnit.of('  '),
      EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({ 'aria-label': 'Request body', tabindex: '0' }),
      variableMarks(() => options.knownVariables()),
      editorTheme,
      codeTheme,
    ],
  })
  return {
    show: (tabId, language, text) =>
      editor.show(`${tabId}/${language}`, text, language === 'json' ? jsonLanguage() : []),
    refreshVariables: () => editor.view.dispatch({ effects: variablesChanged.of(null) }),
    destroy: () => editor.destroy(),
  }
}
