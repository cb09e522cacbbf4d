import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { type EditorView, keymap, type Panel, showPanel } from '@codemirror/view'
import { createRoot } from 'react-dom/client'
import { matchMarks, setMatches } from '../viewer/match-marks.ts'
import { EditorFindBar } from './EditorFindBar.tsx'
import { EditorSearch } from './editor-search.ts'

/** The search that is open; null closes it. */
const setSearch = StateEffect.define<EditorSearch | null>()

interface OpenSearch {
  readonly search: EditorSearch
  /** The same function as long as the search is open. */
  readonly panel: (view: EditorView) => Panel
}

/** The search of an editor, with its bar above the text. */
const openSearch = StateField.define<OpenSearch | null>({
  create: () => null,
  update(value, { effects }) {
    const set = effects.findLast(effect => effect.is(setSearch))
    if (set === undefined) return value
    const search = set.value
    return search === null ? null : { search, panel: view => createPanel(view, search) }
  },
  provide: field => showPanel.from(field, open => open?.panel ?? null),
})

const searchExtension: Extension = [
  openSearch,
  matchMarks(),
  keymap.of([
    {
      key: 'F3',
      run: view => withSearch(view, search => search.next()),
      shift: view => withSearch(view, search => search.previous()),
      preventDefault: true,
    },
  ]),
]

/** Opens the search of an editor, or goes back to it. */
export function openEditorSearch(view: EditorView, replaces: boolean): void {
  if (view.state.field(openSearch, false) === undefined)
    view.dispatch({ effects: StateEffect.appendConfig.of(searchExtension) })
  const open = view.state.field(openSearch)
  const search = open?.search ?? new EditorSearch(view, replaces)
  if (open === null) view.dispatch({ effects: setSearch.of(search) })
  if (replaces) search.showReplacement(true)
  search.begin()
  const field = view.dom.querySelector<HTMLInputElement>('.cm-panels input')
  field?.focus()
  field?.select()
}

function withSearch(view: EditorView, act: (search: EditorSearch) => void): boolean {
  const open = view.state.field(openSearch)
  if (open !== null) act(open.search)
  return open !== null
}

function createPanel(view: EditorView, search: EditorSearch): Panel {
  const dom = document.createElement('div')
  const root = createRoot(dom)
  const subject = view.contentDOM.getAttribute('aria-label') ?? 'editor'
  const close = () => {
    view.dispatch({ effects: [setSearch.of(null), setMatches.of({ pattern: null, chosenAt: null })] })
    view.focus()
  }
  root.render(<EditorFindBar subject={subject} search={search} onClose={close} />)
  return {
    dom,
    top: true,
    update: update => search.follow(update),
    destroy() {
      search.end()
      // React may be rendering what ends this editor.
      queueMicrotask(() => root.unmount())
    },
  }
}
