import { type Extension, type Range, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

/** The searched text and the position of the current match. */
export interface Matches {
  readonly text: string
  readonly chosenAt: number | null
}

export const setMatches = StateEffect.define<Matches>()

const matches = StateField.define<Matches>({
  create: () => ({ text: '', chosenAt: null }),
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
  const { text, chosenAt } = view.state.field(matches)
  if (text === '') return Decoration.none
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
  const found: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges) {
    for (const one of view.state.doc.sliceString(from, to).matchAll(pattern)) {
      const start = from + one.index
      const decoration = start === chosenAt ? chosenMatch : match
      if (one[0] !== '') found.push(decoration.range(start, start + one[0].length))
    }
  }
  return Decoration.set(found)
}
