import { detectFormat, isText } from '@parley/engine'
import { JsonPrinter, type PaintToken, printXml } from '@parley/engine/printers'
import { harmlessText } from '@parley/model'
import type { Colors } from '../io/terminal-colors.ts'

/** How a terminal shows a body. */
export type BodyForm = 'text' | 'binary' | 'json' | 'markup'

/** Returns how a body is shown, by its type and its first bytes. Lines of JSON are shown as they arrive. */
export function formOf(start: Uint8Array, mediaType: string, encoding: string): BodyForm {
  if (!isText(start, encoding)) return 'binary'
  if (mediaType === 'text/plain' || mediaType.endsWith('ndjson')) return 'text'
  const format = detectFormat({ mediaType }, new TextDecoder(encoding).decode(start.subarray(0, 100)))
  if (format === 'json') return 'json'
  return format === 'xml' || format === 'html' ? 'markup' : 'text'
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
