import { history, historyKeymap, standardKeymap, undoDepth } from '@codemirror/commands'
import { EditorState, type Extension } from '@codemirror/state'
import {
  Decoration,
  drawSelection,
  EditorView,
  keymap,
  MatchDecorator,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { VariableEditing } from '../components/fields/variable-editing.ts'
import type { KnownVariables } from '../workbench/variables/describe-variable.ts'
import { createDraftEditor, type DraftEditor } from './draft-editor.ts'
import { specialCharacters } from './special-characters.ts'
import { variableSuggestions } from './suggest-in-editor.ts'
import { editorTheme } from './theme.ts'
import { variableMarks } from './variable-marks.ts'

export interface UrlEditorOptions {
  readonly parent: HTMLElement
  readonly nonce: string
  onEdit(url: string): void
  /** Enter in the URL sends (spec 3). */
  onSend(): void
  /** Called with a pasted text; returns true if it was handled. */
  onPaste(text: string): boolean
  /** Undo if this text has nothing left to undo; returns true if something was undone. */
  onUndoBefore(): boolean
  readonly editing: VariableEditing
  knownVariables(): KnownVariables
}

/** The URL field: one line, with its variables and query delimiters coloured. */
export function createUrlEditor(options: UrlEditorOptions): DraftEditor {
  return createDraftEditor({
    parent: options.parent,
    nonce: options.nonce,
    onEdit: url => options.onEdit(url),
    extensions: [
      keymap.of([
        {
          key: 'Enter',
          run: () => {
            options.onSend()
            return true
          },
        },
        { key: 'Mod-z', run: view => undoDepth(view.state) === 0 && options.onUndoBefore() },
        ...standardKeymap.filter(binding => binding.key !== 'Enter'),
        ...historyKeymap,
      ]),
      history(),
      EditorView.domEventHandlers({
        paste: event => options.onPaste(event.clipboardData?.getData('text/plain') ?? ''),
      }),
      drawSelection(),
      specialCharacters(),
      singleLine,
      placeholder('Type a URL, such as http://localhost:3000/books'),
      EditorView.contentAttributes.of({
        'aria-label': 'URL',
        tabindex: '0',
        'aria-multiline': 'false',
        spellcheck: 'false',
        autocapitalize: 'off',
        autocorrect: 'off',
      }),
      variableMarks(() => options.knownVariables(), options.editing),
      variableSuggestions(() => options.knownVariables()),
      queryDelimiters,
      editorTheme,
      urlTheme,
    ],
  })
}

/** Line breaks of a pasted text are dropped. */
const singleLine: Extension = EditorState.transactionFilter.of(transaction => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction
  const text = transaction.newDoc.toString().replace(/\s*[\r\n]+\s*/g, '')
  return [
    {
      changes: { from: 0, to: transaction.startState.doc.length, insert: text },
      selection: { anchor: text.length },
      userEvent: 'input.paste',
    },
  ]
})

const delimiters = new MatchDecorator({
  regexp: /\{\{[^{}]*\}\}|[?&=#]/g,
  decorate: (add, from, to, match) => {
    if (match[0].length === 1) add(from, to, Decoration.mark({ class: 'cm-url-delimiter' }))
  },
})

const queryDelimiters = ViewPlugin.define(
  view => ({
    decorations: delimiters.createDeco(view),
    update(update: ViewUpdate) {
      this.decorations = delimiters.updateDeco(update, this.decorations)
    },
  }),
  { decorations: plugin => plugin.decorations },
)

const urlTheme = EditorView.theme({
  '.cm-scroller': { overflow: 'auto hidden', scrollbarWidth: 'none', alignItems: 'center !important' },
  '.cm-content': { padding: '6px 0' },
  '.cm-line': { padding: '0 10px' },
  '.cm-url-delimiter': { color: 'var(--text-3)' },
})
