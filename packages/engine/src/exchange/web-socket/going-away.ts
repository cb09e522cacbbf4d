/** The reason of an abort because nobody waits any more: a window or tab was closed, or the program ends. */
export const goingAway: unknown = Object.assign(new Error('Nobody waits for this any more'), {
  name: 'AbortError',
})
