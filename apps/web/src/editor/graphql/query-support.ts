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
  /** The user asks what a name means. */
  onDefinition(definition: NameDefinition): void
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

/** Ctrl and a click, or F12, leads to where the explorer shows a name. */
function definitions({ language, onDefinition }: QueryHost) {
  const goTo = async (view: EditorView, position: number) => {
    const { doc } = view.state
    const outcome = await language.call('findDefinition', { query: doc.toString(), position })
    if ('answer' in outcome && outcome.answer !== null && view.state.doc === doc) onDefinition(outcome.answer)
  }
  return [
    EditorView.domEventHandlers({
      mousedown(event, view) {
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0 || position === null) return false
        void goTo(view, position)
        event.preventDefault()
        return true
      },
    }),
    keymap.of([
      {
        key: 'F12',
        run(view) {
          void goTo(view, view.state.selection.main.head)
          return true
        },
      },
    ]),
  ]
}
