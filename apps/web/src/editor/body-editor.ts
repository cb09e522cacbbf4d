import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import type { KnownVariables } from '../workbench/describe-variable.ts'
import { createDraftEditor } from './draft-editor.ts'
import { type DraftLanguage, loadDraftLanguage } from './draft-languages.ts'
import { foldControls } from './json-language.ts'
import { variableSuggestions } from './suggest-in-editor.ts'
import { codeTheme, editorTheme } from './theme.ts'
import { variableMarks, variablesChanged } from './variable-marks.ts'

export interface BodyEditorOptions {
  readonly parent: HTMLElement
  readonly nonce: string
  readonly label: string
  onEdit(text: string): void
  knownVariables(): KnownVariables
}

export interface BodyEditor {
  /** Shows a text once its language is there; `key` names the text among those shown before. */
  show(key: string, language: DraftLanguage, text: string): void
  refreshVariables(): void
  destroy(): void
}

/** The editor of a text of several lines. Tab indents; Esc, then Tab leaves. */
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
      EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
      variableMarks(() => options.knownVariables()),
      variableSuggestions(() => options.knownVariables()),
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
    else editor.show(`${key}/${language}`, text, extension)
  }

  async function load(language: DraftLanguage): Promise<void> {
    // Without its colours a text can be read and typed all the same.
    loaded.set(language, await loadDraftLanguage(language).catch(() => []))
    showWanted()
  }

  return {
    show(key, language, text) {
      wanted = [key, language, text]
      showWanted()
    },
    refreshVariables: () => editor.view.dispatch({ effects: variablesChanged.of(null) }),
    destroy() {
      wanted = null
      editor.destroy()
    },
  }
}
