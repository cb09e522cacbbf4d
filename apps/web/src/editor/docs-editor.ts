import { EditorView, placeholder } from '@codemirror/view'
import { createTextEditor, type TextEditor, type TextEditorOptions } from './text-editor.ts'

export interface DocsEditorOptions extends Omit<TextEditorOptions, 'extensions' | 'label'> {
  /** What the empty editor says. */
  readonly hint: string
}

/** The editor of docs: prose that wraps, without line numbers. */
export function createDocsEditor({ hint, ...options }: DocsEditorOptions): TextEditor {
  return createTextEditor({
    ...options,
    label: 'Docs',
    extensions: [EditorView.lineWrapping, placeholder(hint), proseTheme],
  })
}

const proseTheme = EditorView.theme({
  '.cm-gutters': { display: 'none' },
  '.cm-line': { padding: '0 var(--sp-3)' },
})
