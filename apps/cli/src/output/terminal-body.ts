import { JsonPrinter, type PaintToken, printXml } from '@parley/engine/printers'
import { harmlessText, type Response } from '@parley/model'
import type { Colors } from '../io/terminal-colors.ts'

/** How a terminal shows a body. Only the first two are known before all of the body is there. */
export type BodyForm = 'text' | 'binary' | 'json' | 'markup'

/** Types of text without `text/`, beside those of JSON and XML. */
const textTypes =
  /^application\/(?:(?:x-)?(?:javascript|ecmascript|ndjson|yaml|toml|graphql|sql|sh|www-form-urlencoded)|x-ndjson|jsonl|json-seq|graphql-response\+json)$/

/** Returns how a response is shown by what it says of itself; null where only its first bytes tell. */
export function formOfResponse({ headers }: Pick<Response, 'headers'>): BodyForm | null {
  const typed = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
  const type = typed.replace(/;.*$/s, '').trim().toLowerCase()
  if (/^(?:application|text)\/json$|\+json$/.test(type)) return 'json'
  if (/^(?:application|text)\/xml$|\+xml$|^text\/html$/.test(type)) return 'markup'
  if (type.startsWith('text/') || textTypes.test(type)) return 'text'
  return null
}

/** Returns whether the first bytes of a body of unknown type are no text: a zero byte, or no UTF-8. */
export function looksBinary(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return true
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return false
  } catch {
    return true
  }
}

/** Returns a whole body formatted and coloured, without control characters of its own. What is not of its form stays. */
export function formattedBody(text: string, form: BodyForm, colors: Colors): string {
  if (form === 'json') return coloredJson(text, colors) ?? harmlessText(text)
  if (form === 'markup') return coloredMarkup(harmlessText(printXml(text) ?? text), colors)
  return harmlessText(text)
}

function coloredJson(text: string, colors: Colors): string | null {
  const paint: PaintToken = (token, written) => {
    const shown = harmlessText(written)
    if (token === 'key') return colors.blue(shown)
    if (token === 'string') return colors.green(shown)
    return token === 'number' ? colors.cyan(shown) : colors.magenta(shown)
  }
  const pieces: string[] = []
  const printer = new JsonPrinter(piece => pieces.push(piece), false, paint)
  return printer.write(text) && printer.end() ? pieces.join('') : null
}

/** Colours what is between angle brackets. */
function coloredMarkup(text: string, colors: Colors): string {
  if (!colors.isColorSupported) return text
  const pieces: string[] = []
  let at = 0
  for (let open = text.indexOf('<'); open !== -1; open = text.indexOf('<', at)) {
    const isComment = text.startsWith('<!--', open)
    const close = text.indexOf(isComment ? '-->' : '>', open)
    if (close === -1) break
    const end = close + (isComment ? 3 : 1)
    const tag = text.slice(open, end)
    pieces.push(text.slice(at, open), isComment ? colors.dim(tag) : colors.blue(tag))
    at = end
  }
  return pieces.join('') + text.slice(at)
}
