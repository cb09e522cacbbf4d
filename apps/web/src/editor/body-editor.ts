import type { CompletionSource } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { VariableEditing } from '../components/fields/variable-editing.ts'
import type { KnownVariables } from '../workbench/variables/describe-variable.ts'
import { checkAgain } from './check-again.ts'
import { goToPosition, type TextPosition } from './go-to-position.ts'
import { variableSuggestions } from './suggest-in-editor.ts'
import { createTextEditor, type TextEditor, type TextEditorOptions } from './text-editor.ts'
import { variableMarks, variablesChanged } from './variable-marks.ts'

export interface BodyEditorOptions extends Omit<TextEditorOptions, 'extensions'> {
  readonly editing: VariableEditing
  /** What the language of the text adds. */
  readonly support?: LanguageSupport
  knownVariables(): KnownVariables
}

/** What an editor does for one language, besides colours. */
export interface LanguageSupport {
  readonly extensions: Extension
  readonly completions: readonly CompletionSource[]
}

export interface BodyEditor extends TextEditor {
  refreshVariables(): void
  /** Has the text checked again, because it is checked against something else now. */
  checkAgain(): void
  /** Puts the cursor at a position and shows it. */
  goTo(position: TextPosition): void
}

/** The editor of a body's text, in which `{{name}}` is coloured and suggested. */
export function createBodyEditor(options: BodyEditorOptions): BodyEditor {
  const known = () => options.knownVariables()
  let isShown = false
  let wanted: TextPosition | null = null
  const goToWanted = () => {
    if (!isShown || wanted === null) return
    goToPosition(editor.view, wanted)
    wanted = null
  }
  const editor = createTextEditor({
    ...options,
    onShown() {
      options.onShown?.()
      isShown = true
      goToWanted()
    },
    extensions: [
      variableMarks(known, options.editing),
      variableSuggestions(known, { sources: options.support?.completions ?? [] }),
      options.support?.extensions ?? [],
    ],
  })
  return {
    ...editor,
    checkAgain: () => editor.view.dispatch({ effects: checkAgain.of(null) }),
    goTo(position) {
      wanted = position
      goToWanted()
    },
    refreshVariables: () => editor.view.dispatch({ effects: variablesChanged.of(null) }),
  }
}
