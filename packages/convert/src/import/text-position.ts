/** A position in a text. */
export interface TextPosition {
  /** Counted from 0, in UTF-16 code units. */
  readonly offset: number
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1, in UTF-16 code units. */
  readonly column: number
}

/** Returns a function that maps an offset in the text to line and column; the text is scanned only once. */
export function textPositions(text: string): (offset: number) => TextPosition {
  const lineStarts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1)
  return offset => {
    let low = 0
    let high = lineStarts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { offset, line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 }
  }
}
