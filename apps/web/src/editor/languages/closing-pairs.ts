import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'

/** Closes brackets and quotes as they are typed. Backspace between the two removes both. */
export const closingPairs: Extension = [closeBrackets(), Prec.high(keymap.of(closeBracketsKeymap))]
