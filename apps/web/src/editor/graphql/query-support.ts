import { EditorView, keymap } from '@codemirror/view'
import type { NameDefinition } from '../../graphql/language/describe-name.ts'
import type { GraphQlLanguage } from '../../graphql/worker/graphql-language.ts'
import type { LanguageSupport } from '../body-editor.ts'
import { queryCompletion } from './query-completion.ts'
import { queryEditing } from './query-editing.ts'

/** What an editor of queries needs of the page. */
export interface QueryHost {
  /** The worker of the page. */
  readonly language: GraphQlLanguage
  onCursor(position: number): void
  /** The user asks where a name is in the explorer. */
  onDefinition(definition: NameDefinition): void
  /** The user asks for the docs of a name. */
  onDocs(definition: NameDefinition): void
}

/** Creates what an editor of queries does. The worker starts with the first text. */
export function createQuerySupport(host: QueryHost): LanguageSupport {
  const { language } = host
  return {
    extensions: [queryEditing(language), cursor(host), definitions(host)],
    completions: [queryCompletion(language)],
  }
}

function cursor(host: QueryHost) {
  return EditorView.updateListener.of(({ state, selectionSet, docChanged }) => {
    if (selectionSet || docChanged) host.onCursor(state.selection.main.head)
  })
}

/** Ctrl and a click, or F1, leads to the docs of a name, and F12 to its row in the explorer. */
function definitions({ language, onDefinition, onDocs }: QueryHost) {
  const find = async (view: EditorView, position: number, show: QueryHost['onDocs']) => {
    const { doc } = view.state
    const outcome = await language.call('findDefinition', { query: doc.toString(), position })
    if ('answer' in outcome && outcome.answer !== null && view.state.doc === doc) show(outcome.answer)
  }
  const atCursor = (show: QueryHost['onDocs']) => (view: EditorView) => {
    void find(view, view.state.selection.main.head, show)
    return true
  }
  return [
    EditorView.domEventHandlers({
      mousedown(event, view) {
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0 || position === null) return false
        void find(view, position, onDocs)
        event.preventDefault()
        return true
      },
    }),
    keymap.of([
      { key: 'F1', run: atCursor(onDocs) },
      { key: 'F12', run: atCursor(onDefinition) },
    ]),
  ]
}
