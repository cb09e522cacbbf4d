import { EditorView } from '@codemirror/view'
// biome-ignore lint/style/noRestrictedImports: imported as text, so that no code of the sandbox is bundled.
import declarations from '@parley/script/types?raw'
import { createTextEditor, type TextEditorOptions } from '../text-editor.ts'
import { errorLine, showErrorLine } from './error-line.ts'
import { scriptCompletion } from './script-completion.ts'
import type { ScriptPhase } from './script-snippets.ts'
import { readScriptTypes } from './script-types.ts'

export interface ScriptEditorOptions extends Omit<TextEditorOptions, 'extensions'> {
  readonly phase: ScriptPhase
}

export interface ScriptEditor {
  /** Shows a script; `key` identifies it among those shown before. */
  show(key: string, text: string): void
  /** Marks the line at which the script failed, from 1; null: none. */
  markErrorLine(line: number | null): void
  goToLine(line: number): void
  /** Puts code on a line of its own, at the cursor. */
  insert(code: string): void
  destroy(): void
}

const types = readScriptTypes(declarations)

/**
 * The editor of a script: completion with types and descriptions, snippets, and the line of an error (behaviour
 * 4.3).
 */
export function createScriptEditor({ phase, ...options }: ScriptEditorOptions): ScriptEditor {
  // The script is shown once its language is loaded; requests before that wait.
  let isShown = false
  let markedLine: number | null = null
  let wantedLine: number | null = null
  const editor = createTextEditor({
    ...options,
    extensions: [scriptCompletion(types, phase), errorLine],
    onShown() {
      if (isShown) return
      isShown = true
      showErrorLine(view, markedLine)
      if (wantedLine !== null) goTo(wantedLine)
    },
  })
  const { view } = editor

  function goTo(line: number): void {
    const place = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines)).from
    view.dispatch({
      selection: { anchor: place },
      effects: EditorView.scrollIntoView(place, { y: 'center' }),
    })
    view.focus()
  }

  return {
    show: (key, text) => editor.show(key, 'javascript', text),
    markErrorLine(line) {
      markedLine = line
      if (isShown) showErrorLine(view, line)
    },
    goToLine(line) {
      wantedLine = line
      if (isShown) goTo(line)
    },
    insert(code) {
      const line = view.state.doc.lineAt(view.state.selection.main.head)
      const isEmpty = line.text.trim() === ''
      const text = isEmpty ? code : `\n${code}`
      const from = isEmpty ? line.from : line.to
      view.dispatch({
        changes: { from, to: line.to, insert: text },
        selection: { anchor: from + text.length },
        scrollIntoView: true,
        userEvent: 'input.paste',
      })
      view.focus()
    },
    destroy: () => editor.destroy(),
  }
}
