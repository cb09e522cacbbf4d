import { StateEffect } from '@codemirror/state'

/** Has a text checked again, because it is checked against something else now. */
export const checkAgain = StateEffect.define<null>()
