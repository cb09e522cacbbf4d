import { type Chunk, getChunks } from '@codemirror/merge'
import { RangeSetBuilder, type Text } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

/** A part of a text, as positions. */
export interface TextPart {
  readonly from: number
  readonly to: number
}

/** In a longer line all changes are marked, as little of it is in sight at a time. */
const longestComparedLine = 1000

/**
 * Returns the parts of a line to mark: its changes without the indentation, and none if the line has hardly a letter or digit
 * in common with the other side, as the marks of single letters then say nothing.
 */
export function markedParts(line: string, changes: readonly TextPart[]): readonly TextPart[] {
  const indentation = line.length - line.trimStart().length
  const parts = changes
    .map(({ from, to }) => ({ from: Math.max(from, indentation), to }))
    .filter(({ from, to }) => from < to)
  if (line.length > longestComparedLine) return parts
  const changed = parts.map(({ from, to }) => line.slice(from, to)).join('')
  const letters = letterCount(line)
  const isOther = letters === 0 ? changed.trim() === line.trim() : 6 * letterCount(changed) > 5 * letters
  return isOther ? [] : parts
}

function letterCount(text: string): number {
  let count = 0
  for (const sign of text)
    if (sign > '\x7f' || (sign >= '0' && sign <= '9') || sign.toLowerCase() !== sign.toUpperCase()) count += 1
  return count
}

const changedTextMark = Decoration.mark({ class: 'cm-changedText' })

/** Marks what changed within the lines of one side of a difference. */
export const changedText = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = decorationsOf(view)
    }

    update({ view, startState, state, docChanged, viewportChanged }: ViewUpdate): void {
      if (docChanged || viewportChanged || getChunks(startState)?.chunks !== getChunks(state)?.chunks)
        this.decorations = decorationsOf(view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

function decorationsOf({ state, viewport }: EditorView): DecorationSet {
  const known = getChunks(state)
  const builder = new RangeSetBuilder<Decoration>()
  for (const chunk of known?.chunks ?? [])
    for (const { from, to } of partsNear(viewport, chunk, known?.side === 'a', state.doc))
      builder.add(from, to, changedTextMark)
  return builder.finish()
}

/** The parts to mark in the lines of a change, as far as they are near those in sight. */
function* partsNear(near: TextPart, chunk: Chunk, isLeft: boolean, doc: Text): Iterable<TextPart> {
  const [begin, end] = isLeft ? [chunk.fromA, chunk.toA] : [chunk.fromB, chunk.toB]
  if (begin > near.to || end < near.from) return
  const changes = chunk.changes.map(({ fromA, toA, fromB, toB }) =>
    isLeft ? { from: begin + fromA, to: begin + toA } : { from: begin + fromB, to: begin + toB },
  )
  let first = 0
  for (let from = Math.max(begin, doc.lineAt(near.from).from); from < end && from <= near.to; ) {
    const line = doc.lineAt(from)
    while (first < changes.length && (changes[first]?.to ?? 0) < line.from) first += 1
    let after = first
    while (after < changes.length && (changes[after]?.from ?? 0) < line.to) after += 1
    const inLine = changes.slice(first, after).map(change => ({
      from: Math.max(0, change.from - line.from),
      to: Math.min(line.length, change.to - line.from),
    }))
    for (const part of markedParts(line.text, inLine))
      yield { from: line.from + part.from, to: line.from + part.to }
    from = line.to + 1
  }
}
