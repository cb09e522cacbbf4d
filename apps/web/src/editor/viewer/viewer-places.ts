import { foldable, foldEffect, foldedRanges } from '@codemirror/language'
import type { EditorState, StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { BodyFold } from '@parley/server/contract'
import { pathsOf } from './fold-paths.ts'

/** Where one was in a text. */
export interface ViewerPlace {
  readonly totalRows: number
  /** The line at the top, with its part that is scrolled out; without hidden lines if the text is long. */
  readonly topLine: number
  /** The folds of a short text, by the paths of their lines. */
  readonly paths: readonly string[]
  /** Those of a long one. */
  readonly folds: readonly BodyFold[]
}

const maxPlaces = 100

/** The latest last. They outlive their viewers, which end when something else is shown. */
const places = new Map<string, ViewerPlace>()

/** Keeps a place in the texts of a name. */
export function keepPlace(name: string, place: ViewerPlace): void {
  places.delete(name)
  places.set(name, place)
  for (const oldest of places.keys()) {
    if (places.size <= maxPlaces) return
    places.delete(oldest)
  }
}

/** Returns the place that was kept in the texts of a name. */
export const keptPlace = (name: string): ViewerPlace | null => places.get(name) ?? null

/** Returns the place in a text that is loaded whole. */
export function placeIn(view: EditorView): Pick<ViewerPlace, 'topLine' | 'paths'> {
  const { state, scrollDOM } = view
  const height = Math.max(0, scrollDOM.scrollTop - view.documentPadding.top)
  const block = view.lineBlockAtHeight(height)
  const row = state.doc.lineAt(block.from).number - 1
  const scrolledOut = Math.min(0.999, Math.max(0, (height - block.top) / block.height))
  return { topLine: row + scrolledOut, paths: foldedPaths(state) }
}

function foldedPaths(state: EditorState): readonly string[] {
  const rows: number[] = []
  foldedRanges(state).between(0, state.doc.length, from => {
    rows.push(state.doc.lineAt(from).number - 1)
  })
  if (rows.length === 0) return []
  const paths = pathsOf(state.doc.iterLines())
  return rows.flatMap(row => paths.get(row) ?? [])
}

/** Returns what folds the lines with some paths. */
export function foldsAt(state: EditorState, paths: readonly string[]): readonly StateEffect<unknown>[] {
  if (paths.length === 0) return []
  const wanted = new Set(paths)
  return [...pathsOf(state.doc.iterLines())].flatMap(([row, path]) => {
    if (!wanted.has(path)) return []
    const line = state.doc.line(row + 1)
    const range = foldable(state, line.from, line.to)
    return range === null ? [] : [foldEffect.of(range)]
  })
}

/** Returns what scrolls to a line, with its part that is scrolled out. */
export function scrollToLine(view: EditorView, topLine: number): StateEffect<unknown> {
  const { doc } = view.state
  const line = doc.line(Math.min(doc.lines, Math.floor(topLine) + 1))
  const scrolledOut = (topLine % 1) * view.lineBlockAt(line.from).height
  return EditorView.scrollIntoView(line.from, { y: 'start', yMargin: -scrolledOut })
}
