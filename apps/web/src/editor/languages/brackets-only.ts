import { EditorState, type Extension, Prec } from '@codemirror/state'

/** Lets brackets close, but no quotes: where names and values are suggested, a typed quote opens the list. */
export const bracketsOnly: Extension = Prec.highest(
  EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['(', '[', '{'] } }]),
)
