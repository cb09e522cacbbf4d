import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import { openUrlHint } from '../../workbench/response/open-url-hint.ts'
import { type UrlLinksOptions, urlAtPosition } from './url-links.ts'

/**
 * Says what the value under the pointer means: how a URL is opened, when a time is, and what is in a token.
 * @param isCut - whether the text of a line goes on in the next one; null: URLs are no links
 */
export function valueHints(isCut: UrlLinksOptions['isCut'] | null): Extension {
  return hoverTooltip(
    async ({ state }, position) => {
      const url = isCut && urlAtPosition(state, position, isCut)
      if (url !== null)
        return { pos: url.from, end: url.to, create: () => ({ dom: elementOf([openUrlHint]) }) }
      const { meaningOf, valueAround } = await import('../../workbench/response/value-meaning.ts')
      const { from, text } = state.doc.lineAt(position)
      const range = valueAround(text, position - from)
      const lines = range === null ? null : meaningOf(text.slice(range.from, range.to), Date.now())
      if (range === null || lines === null) return null
      return { pos: from + range.from, end: from + range.to, create: () => ({ dom: elementOf(lines) }) }
    },
    { hoverTime: 400 },
  )
}

/** The texts come from servers, so that they are never read as HTML. */
function elementOf(lines: readonly string[]): HTMLElement {
  const element = document.createElement('div')
  element.setAttribute('role', 'tooltip')
  for (const line of lines) element.appendChild(document.createElement('div')).textContent = line
  return element
}
