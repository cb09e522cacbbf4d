import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { shownName } from '@parley/model'
import { badgeAttributes } from '../../components/MethodBadge.tsx'
import { variableQueryAt } from '../../workbench/variables/suggest-variables.ts'
import type { ListConfig } from '../suggestion-list.ts'
import type { UrlFieldOptions } from './url-field.ts'

/** Suggests URLs that contain what is typed at the end of the field. A chosen one takes the place of the whole text. */
export function urlCompletion(suggestUrls: UrlFieldOptions['suggestUrls']) {
  return async ({ state, pos, view }: CompletionContext): Promise<CompletionResult | null> => {
    const typed = state.doc.toString()
    if (pos < typed.length || variableQueryAt(typed, pos) !== null) return null
    const found = await suggestUrls(typed).catch(() => [])
    if (found.length === 0) return null
    const wanted = typed.trim().toLowerCase()
    return {
      from: view === undefined ? 0 : firstShown(view),
      to: pos,
      filter: false,
      options: found.map(({ method, url }) => ({
        label: url,
        displayLabel: shownName(url),
        method,
        apply: (editor: EditorView) => replaceAll(editor, url),
      })),
      getMatch({ displayLabel = '' }) {
        const at = displayLabel.toLowerCase().indexOf(wanted)
        return at < 0 ? [] : [at, at + wanted.length]
      },
    }
  }
}

/** How the list shows URLs: a badge with the method before each. */
export const urlList: ListConfig = {
  tooltipClass: () => 'cm-urls',
  addToOptions: [{ render: drawBadge, position: 20 }],
}

function drawBadge(completion: Completion): Node | null {
  if (!('method' in completion) || typeof completion.method !== 'string') return null
  const badge = document.createElement('span')
  const { className, 'data-method': method } = badgeAttributes({ method: completion.method, isColumn: true })
  badge.className = className
  badge.dataset.method = method
  return badge
}

/** The list is placed there: at the beginning of a long URL it would be outside of the field, and not be shown. */
function firstShown(view: EditorView): number {
  const { left, top, height } = view.scrollDOM.getBoundingClientRect()
  return view.posAtCoords({ x: left + 1, y: top + height / 2 }, false)
}

function replaceAll(view: EditorView, url: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: url },
    selection: { anchor: url.length },
    scrollIntoView: true,
    userEvent: 'input.complete',
  })
}
