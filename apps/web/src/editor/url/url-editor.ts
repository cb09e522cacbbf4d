import { history, historyKeymap, isolateHistory, standardKeymap, undo, undoDepth } from '@codemirror/commands'
import { EditorState, type Extension, type Transaction } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  keymap,
  MatchDecorator,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { changeBetween } from '../../workbench/change-between.ts'
import { createDraftEditor } from '../draft-editor.ts'
import { specialCharacters } from '../special-characters.ts'
import { variableSuggestions } from '../suggest-in-editor.ts'
import { editorTheme } from '../theme.ts'
import { variableMarks, variablesChanged } from '../variable-marks.ts'
import type { BegunUrls } from './plain-url-field.ts'
import type { TextStep, TextSteps } from './text-steps.ts'
import { urlCompletion, urlList } from './url-completion.ts'
import { asSingleLine, type UrlField, type UrlFieldOptions, urlAttributes } from './url-field.ts'

/** The URL field with its variables and query delimiters coloured; continues with what the plain field has begun. */
export function createUrlEditor(options: UrlFieldOptions, begun?: BegunUrls): UrlField {
  const { parent, nonce } = options
  const onEdit = (url: string) => options.onEdit(url)
  const editor = createDraftEditor({ parent, nonce, onEdit, extensions: extensionsOf(options) })
  const { view } = editor
  for (const { key, steps } of begun?.texts ?? []) {
    editor.prepare(key, steps.begun, state => repeatSteps(state, steps))
  }
  const last = begun?.texts.at(-1)
  if (last !== undefined) editor.show(last.key, last.steps.current.text)
  if (begun?.isFocused === true) view.focus()
  if (begun !== undefined) view.scrollDOM.scrollLeft = begun.scrollLeft
  return {
    show: (key, text) => editor.show(key, text),
    insert: text => view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste' }),
    updateVariables: () => view.dispatch({ effects: variablesChanged.of(null) }),
    // The list closes with any selection that was not typed; the code that closes it may not be loaded.
    closeSuggestions: () => view.dispatch({ selection: view.state.selection }),
    destroy: () => editor.destroy(),
  }
}

/** Returns the state after all steps, in which each can be undone or repeated. */
function repeatSteps(begun: EditorState, { done, undone, current }: TextSteps): EditorState {
  let state = begun
  const repeat = ({ before, after }: TextStep) => {
    state = state.update({ selection: before }).state
    const changes = changeBetween(before.text, after.text) ?? []
    state = state.update({ changes, selection: after, annotations: isolateHistory.of('full') }).state
  }
  for (const step of [...done, ...undone.toReversed()]) repeat(step)
  const dispatch = (transaction: Transaction) => {
    state = transaction.state
  }
  for (const _ of undone) undo({ state, dispatch })
  return state.update({ selection: current }).state
}

function extensionsOf(options: UrlFieldOptions): Extension {
  return [
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
    specialCharacters(),
    singleLine,
    placeholder(() => hintOf(options)),
    EditorView.contentAttributes.of(() => ({ ...urlAttributes, 'aria-placeholder': options.hint() })),
    variableMarks(() => options.knownVariables(), options.editing),
    variableSuggestions(() => options.knownVariables(), {
      sources: [urlCompletion(typed => options.suggestUrls(typed))],
      offered: urlList,
    }),
    queryDelimiters,
    editorTheme,
    urlTheme,
  ]
}

function hintOf({ hint }: UrlFieldOptions): HTMLElement {
  const element = document.createElement('span')
  element.textContent = hint()
  return element
}

/** Line breaks of a pasted text are dropped. */
const singleLine: Extension = EditorState.transactionFilter.of(transaction => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction
  const text = asSingleLine(transaction.newDoc.toString())
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
})
