import type { TextRange } from '@parley/model'

export type { TextRange }

/** A part of a text and what replaces it. */
export interface TextEdit extends TextRange {
  readonly insert: string
}

/** Returns the text with the edits applied. The edits must not overlap; their positions are those of `text`. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = []
  let end = 0
  for (const { from, to, insert } of [...edits].sort((a, b) => a.from - b.from || a.to - b.to)) {
    parts.push(text.slice(end, from), insert)
    end = to
  }
  return parts.join('') + text.slice(end)
}
