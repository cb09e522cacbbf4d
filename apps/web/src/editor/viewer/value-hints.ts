import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'

/** Says what the value under the pointer means: when a time is, and what is in a token. */
export function valueHints(): Extension {
  return hoverTooltip(
    async ({ state }, position) => {
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
