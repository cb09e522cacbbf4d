import { json } from '@codemirror/lang-json'
import {
  codeFolding,
  ensureSyntaxTree,
  foldCode,
  foldEffect,
  foldedRanges,
  foldGutter,
  syntaxTree,
  unfoldCode,
} from '@codemirror/language'
import type { EditorState, Extension, StateEffect } from '@codemirror/state'
import { type Command, type KeyBinding, keymap } from '@codemirror/view'
import { codeColours } from '../code-colours.ts'
import { foldChevron, foldPlaceholder } from '../viewer/fold-marks.ts'
import { describeFold } from '../viewer/folded-rows.ts'

/** JSON in the page's colours; a fold shows its number of items. */
export function jsonLanguage(): Extension {
  return [json(), codeColours]
}

/** Returns the fold gutter, and the placeholder of folded text. */
export function foldControls(): Extension {
  return [
    codeFolding({
      preparePlaceholder: (state, range) => foldSummary(state, range.from, range.to),
      placeholderDOM: (_view, onClick, prepared) =>
        foldPlaceholder(typeof prepared === 'string' ? prepared : '…', onClick),
    }),
    foldGutter({ markerDOM: foldChevron }),
    keymap.of(foldKeys(foldCode, unfoldCode)),
  ]
}

/** Returns the effects that fold a state like this one. */
export function foldsOf(state: EditorState): readonly StateEffect<unknown>[] {
  const folds: StateEffect<unknown>[] = []
  foldedRanges(state).between(0, state.doc.length, (from, to) => {
    folds.push(foldEffect.of({ from, to }))
  })
  return folds
}

/** The keys that fold and unfold the rows of the selection. */
export function foldKeys(fold: Command, unfold: Command): readonly KeyBinding[] {
  return [
    { key: 'Ctrl-Shift-[', mac: 'Cmd-Alt-[', run: fold },
    { key: 'Ctrl-Shift-]', mac: 'Cmd-Alt-]', run: unfold },
  ]
}

/** Milliseconds that it may take to parse what is folded, when a text with folds is shown again. */
const maxParsingMs = 20

/** The text shown instead of the fold between two offsets. */
export function foldSummary(state: EditorState, from: number, to: number): string {
  const tree = ensureSyntaxTree(state, Math.min(state.doc.length, to + 1), maxParsingMs) ?? syntaxTree(state)
  const bracket = tree.resolveInner(from, -1)
  const node = bracket.firstChild === null ? (bracket.parent ?? bracket) : bracket
  let items = 0
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!['[', ']', '{', '}', ',', ':', '⚠'].includes(child.name)) items += 1
  }
  if (!['Array', 'Object'].includes(node.name)) return '…'
  return describeFold(node.name === 'Array' ? 'item' : 'key', items)
}
