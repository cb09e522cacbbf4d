import { JsonPrinter, showEscapes, type TextPrinter } from '@parley/engine/printers'
import { JSONPathEnvironment, JSONPathError, JSONPathRecursionLimitError } from 'json-p3'
import { JsonSpans } from '../json-spans.ts'

/** Matches with more text than this are refused: a query can select the same values again and again. */
const maxMatchesLength = 64 * 1024 * 1024
/** The depth limit of a descent (`..`), which makes a function call for each level. */
const maxDescent = 500
/** The approximate length of the pieces that the printer gets. */
const pieceLength = 64 * 1024

/** The outcome of a filter, as its thread reports it. */
export type FilterAnswer =
  | { readonly state: 'made'; readonly matchCount: number }
  | { readonly state: 'refused'; readonly code: 'NOT_JSON' | 'TOO_MANY_MATCHES' | 'TOO_DEEP' }
  /** `position` is a 0-based index into the filter. */
  | {
      readonly state: 'refused'
      readonly code: 'BAD_FILTER'
      readonly reason: string
      readonly position: number
    }

const environment = new JSONPathEnvironment({ maxRecursionDepth: maxDescent })

export interface FilterJsonOptions {
  /** A JSONPath (RFC 9535). */
  readonly filter: string
  /** `raw`: each match as written in the body, on separate lines. */
  readonly view: 'pretty' | 'raw'
  readonly maxLength?: number
}

/**
 * Writes the matches of a filter in a JSON text as one list. Numbers, keys and escapes stay as they were
 * written, but for escapes of letters if it is formatted. If the filter is refused, what was written until then must be discarded.
 */
export function filterJson(
  text: string,
  { filter, view, maxLength = maxMatchesLength }: FilterJsonOptions,
  write: (text: string) => void,
): FilterAnswer {
  try {
    const query = environment.compile(filter)
    const root = parse(text)
    if (root === null) return { state: 'refused', code: 'NOT_JSON' }
    const printer = view === 'pretty' ? new JsonPrinter(write, false, showEscapes()) : plainPrinter(write)
    return printMatches(text, query.lazyQuery(root.value), printer, maxLength)
  } catch (error) {
    // Values are compared by recursive functions, down to where they differ.
    if (error instanceof JSONPathRecursionLimitError || error instanceof RangeError)
      return { state: 'refused', code: 'TOO_DEEP' }
    if (error instanceof JSONPathError) return badFilter(error, filter)
    throw error
  }
}

type Query = ReturnType<JSONPathEnvironment['compile']>

function printMatches(
  text: string,
  matches: ReturnType<Query['lazyQuery']>,
  printer: TextPrinter,
  maxLength: number,
): FilterAnswer {
  const spans = new JsonSpans(text)
  let piece = '['
  let matchCount = 0
  let matchedLength = 0
  for (const { location } of matches) {
    const span = spans.spanOf(location)
    if (span === null) throw new Error('A match has no position in the body')
    matchedLength += span.end - span.start
    if (matchedLength > maxLength) return { state: 'refused', code: 'TOO_MANY_MATCHES' }
    piece += `${matchCount === 0 ? '\n' : ',\n'}${text.slice(span.start, span.end)}`
    matchCount += 1
    if (piece.length < pieceLength) continue
    if (!printer.write(piece)) return { state: 'refused', code: 'TOO_DEEP' }
    piece = ''
  }
  const isPrinted = printer.write(`${piece}${matchCount === 0 ? '' : '\n'}]`) && printer.end()
  return isPrinted ? { state: 'made', matchCount } : { state: 'refused', code: 'TOO_DEEP' }
}

function plainPrinter(write: (text: string) => void): TextPrinter {
  return {
    write(piece) {
      write(piece)
      return true
    },
    end: () => true,
  }
}

/** Parses the text; returns null if it is not JSON. The parsed value may itself be null. */
function parse(text: string): { readonly value: Parameters<Query['lazyQuery']>[0] } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

function badFilter(error: JSONPathError, filter: string): FilterAnswer {
  const { message, token } = error
  // The library appends part of the filter and the position to its sentence.
  const reason = message.replace(/ \('.*':\d+\)$/s, '')
  return { state: 'refused', code: 'BAD_FILTER', reason, position: Math.min(token.index, filter.length) }
}
