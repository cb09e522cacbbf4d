import { historyField } from '@codemirror/commands'
import type { EditorSelection, EditorState, Extension, StateEffect, Text } from '@codemirror/state'

/** What an editor continues with when a text is shown again. */
export interface KeptText {
  readonly doc: Text
  readonly selection: EditorSelection
  /** What can be undone and repeated. */
  readonly history: Extension
  /** What brings back the folds, and the line at the top. */
  readonly place: readonly StateEffect<unknown>[]
}

const maxTexts = 100
const maxCharacters = 20_000_000

/** The texts that were shown, the latest last. They outlive their editors, which end with their tab's or section's view. */
const keptTexts = new Map<string, KeptText>()

/**
 * Keeps a text with its cursor and undo history.
 * @param place brings back its folds, and the line at the top
 */
export function keepText(key: string, state: EditorState, place: KeptText['place'] = []): void {
  const history: unknown = state.field(historyField, false)
  keptTexts.delete(key)
  keptTexts.set(key, {
    doc: state.doc,
    selection: state.selection,
    history: history === undefined ? [] : historyField.init(() => history),
    place,
  })
  let characters = [...keptTexts.values()].reduce((sum, { doc }) => sum + doc.length, 0)
  for (const [oldest, { doc }] of keptTexts) {
    if (keptTexts.size <= maxTexts && characters <= maxCharacters) return
    characters -= doc.length
    keptTexts.delete(oldest)
  }
}

/** Returns what was kept of a text; undefined if that was another one. */
export function keptText(key: string, text: string): KeptText | undefined {
  const kept = keptTexts.get(key)
  return kept !== undefined && kept.doc.length === text.length && kept.doc.toString() === text
    ? kept
    : undefined
}
