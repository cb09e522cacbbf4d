import type { Extension } from '@codemirror/state'
import { type EditorView, hoverTooltip, keymap } from '@codemirror/view'
import type { NameDescription } from '../../graphql/language/describe-name.ts'
import type { GraphQlLanguage } from '../../graphql/worker/graphql-language.ts'
import { changeBetween } from '../../workbench/change-between.ts'
import { messagesAt, queryDiagnostics } from './query-diagnostics.ts'

/** What an editor of queries does besides suggesting names: marks errors, explains names, and prettifies. */
export function queryEditing(language: GraphQlLanguage): Extension {
  return [
    queryDiagnostics(language),
    nameTooltips(async (query, position) => {
      const outcome = await language.call('describe', { query, position })
      return 'answer' in outcome ? outcome.answer : null
    }),
    keymap.of([
      {
        key: 'Shift-Alt-f',
        // Option would type a character.
        mac: 'Shift-Ctrl-f',
        run(view) {
          void prettify(view, language)
          return true
        },
      },
    ]),
  ]
}

/** Prettifies the text of an editor. A text that does not parse stays as it is. */
async function prettify(view: EditorView, language: GraphQlLanguage): Promise<void> {
  const { doc } = view.state
  const text = doc.toString()
  const outcome = await language.call('prettify', text)
  if (!('answer' in outcome) || outcome.answer === null || view.state.doc !== doc) return
  const changes = changeBetween(text, outcome.answer)
  if (changes !== null) view.dispatch({ changes, userEvent: 'format' })
}

/** Explains the marks of a text when the pointer is over them. */
export function markTooltips(): Extension {
  return hoverTooltip(
    (view, pos) => {
      const lines = messagesAt(view, pos).map(text => ({ className: 'cm-query-message', text }))
      return lines.length === 0 ? null : { pos, create: () => ({ dom: linesElement(lines) }) }
    },
    { hoverTime: 250 },
  )
}

type Describe = (text: string, position: number) => Promise<NameDescription | null>

/** Explains the names and the marks of a text when the pointer is over them. */
export function nameTooltips(describe: Describe): Extension {
  return hoverTooltip((view, position) => tooltipAt(view, position, describe), { hoverTime: 250 })
}

async function tooltipAt(view: EditorView, position: number, describe: Describe) {
  const { doc } = view.state
  const messages = messagesAt(view, position)
  const described = await describe(doc.toString(), position)
  if (view.state.doc !== doc) return null
  if (described === null && messages.length === 0) return null
  const lines = [
    ...messages.map(text => ({ className: 'cm-query-message', text })),
    ...(described === null ? [] : [{ className: 'cm-query-signature', text: described.signature }]),
    ...(described?.deprecationReason == null
      ? []
      : [{ className: 'cm-query-message', text: `Deprecated: ${described.deprecationReason}` }]),
    ...(described === null || described.description === ''
      ? []
      : [{ className: 'cm-query-description', text: described.description }]),
  ]
  return { pos: described?.from ?? position, create: () => ({ dom: linesElement(lines) }) }
}

/** The texts come from servers, so that they are never read as HTML. */
function linesElement(lines: readonly { readonly className: string; readonly text: string }[]): HTMLElement {
  const element = document.createElement('div')
  element.className = 'cm-query-tooltip'
  for (const { className, text } of lines) {
    const line = document.createElement('div')
    line.className = className
    line.dir = 'auto'
    line.textContent = text
    element.append(line)
  }
  return element
}
