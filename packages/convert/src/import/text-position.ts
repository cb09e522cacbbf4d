/** A place in a text, for a message that points at it. */
export interface TextPosition {
  /** In UTF-16 code units, from 0. */
  readonly offset: number
  /** From 1. */
  readonly line: number
  /** In UTF-16 code units, from 1. */
  readonly column: number
}

/** The line and column of any offset into a text; the text is looked through once. */
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
