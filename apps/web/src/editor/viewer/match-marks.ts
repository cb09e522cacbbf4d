import { type Extension, type Range, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { SearchPattern } from '@parley/engine/search'

/** What is searched for, and the position of the current match. */
export interface Matches {
  readonly pattern: SearchPattern | null
  readonly chosenAt: number | null
}

export const setMatches = StateEffect.define<Matches>()

const matches = StateField.define<Matches>({
  create: () => ({ pattern: null, chosenAt: null }),
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMatches)) return effect.value
    if (!transaction.docChanged || value.chosenAt === null) return value
    return { ...value, chosenAt: transaction.changes.mapPos(value.chosenAt) }
  },
})

const match = Decoration.mark({ class: 'cm-searchMatch' })
const chosenMatch = Decoration.mark({ class: 'cm-searchMatch cm-searchMatch-selected' })

/** Marks the matches in the rendered part of the text. */
export function matchMarks(): Extension {
  return [
    matches,
    ViewPlugin.fromClass(
      class {
        decorations: DecorationSet

        constructor(view: EditorView) {
          this.decorations = marks(view)
        }

        update(update: ViewUpdate) {
          if (
            update.docChanged ||
            update.viewportChanged ||
            update.startState.field(matches) !== update.state.field(matches)
          )
            this.decorations = marks(update.view)
        }
      },
      { decorations: plugin => plugin.decorations },
    ),
  ]
}

function marks(view: EditorView): DecorationSet {
  const { pattern, chosenAt } = view.state.field(matches)
  if (pattern === null) return Decoration.none
  const found: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges) {
    // The character before may decide whether a word begins here.
    const first = pattern.looksBehind ? Math.max(0, from - 2) : from
    for (const { index, length } of pattern.matches(view.state.doc.sliceString(first, to), from - first)) {
      const start = first + index
      const decoration = start === chosenAt ? chosenMatch : match
      found.push(decoration.range(start, start + length))
    }
  }
  return Decoration.set(found)
}
