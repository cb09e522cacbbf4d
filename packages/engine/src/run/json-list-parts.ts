/** A part of a list in JSON: an entry without the commas around it, a place to pause at, or the place of a fault. */
export interface JsonListPart {
  readonly kind: 'entry' | 'pause' | 'fault'
  readonly start: number
  readonly end: number
}

/**
 * Yields the entries of a text that begins with `[`, without parsing them, and a pause after each `pauseAfter` characters.
 * Ends with a fault if the list does not end, or if more than spaces follows it.
 */
export function* jsonListParts(text: string, pauseAfter: number): Generator<JsonListPart, void> {
  const first = text.indexOf('[') + 1
  let [depth, start, paused, commas] = [1, first, first, 0]
  for (let at = first; at < text.length; at += 1) {
    if (at - paused >= pauseAfter) {
      paused = at
      yield { kind: 'pause', start, end: at }
    }
    const character = text.charAt(at)
    if (character === '"') at = endOfString(text, at)
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    const isEnd = depth === 0
    if (isEnd && character !== ']') {
      yield { kind: 'fault', start: at, end: at }
      return
    }
    if (!isEnd && !(depth === 1 && character === ',')) continue
    const isEmptyList = isEnd && commas === 0 && text.slice(start, at).trim() === ''
    if (!isEmptyList) yield { kind: 'entry', start, end: at }
    if (isEnd) {
      if (text.slice(at + 1).trim() !== '') yield { kind: 'fault', start: at, end: at }
      return
    }
    commas += 1
    start = at + 1
  }
  yield { kind: 'fault', start, end: text.length }
}

/** Returns the position of the quote that ends a string; the end of the text without one. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === 34) return at
    if (character === 92) at += 1
  }
  return text.length
}
