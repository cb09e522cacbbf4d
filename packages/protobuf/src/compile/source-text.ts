import type { ProtoProblem } from './proto-problem.ts'

/** The text of a `.proto` file, and where its lines begin. */
export class SourceText {
  readonly file: string
  readonly text: string
  #lineStarts: readonly number[] | null = null

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }

  /** Returns line and column of an offset, from 1. */
  positionOf(offset: number): { readonly line: number; readonly column: number } {
    this.#lineStarts ??= lineStartsOf(this.text)
    let low = 0
    let high = this.#lineStarts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 }
  }

  problemAt(offset: number, message: string): ProtoProblem {
    return { file: this.file, ...this.positionOf(offset), message }
  }
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Stops reading a file that breaks the grammar. */
export class ProtoSyntaxError extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}
