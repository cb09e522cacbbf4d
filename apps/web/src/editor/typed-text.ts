import type { ChangeSet } from '@codemirror/state'

/**
 * A text as it is typed, split around the last change. A key changes the near part alone: the engine joins the three
 * without copying the long ones, which it would do for a slice of a text that was just joined.
 */
export interface TypedText {
  readonly before: string
  readonly near: string
  readonly after: string
}

/** Characters kept on each side of a change, so that the next ones fall into the near part. */
const nearMargin = 2048
const maxNearLength = 16 * nearMargin

/** Returns a text of which nothing was changed yet. */
export function asTypedText(text: string): TypedText {
  return { before: text, near: '', after: '' }
}

/** Returns the whole text. */
export function wholeText({ before, near, after }: TypedText): string {
  return before + near + after
}

/** Returns a text with the changes of an editor. */
export function withChanges(typed: TypedText, changes: ChangeSet): TypedText {
  let changed = typed
  let shift = 0
  changes.iterChanges((from, to, _from, _to, inserted) => {
    const insert = inserted.toString()
    changed = withChange(changed, from + shift, to + shift, insert)
    shift += insert.length - (to - from)
  })
  return changed
}

function withChange(typed: TypedText, from: number, to: number, insert: string): TypedText {
  const { before, near, after } = nearChange(typed, from, to)
  const start = from - before.length
  return { before, near: near.slice(0, start) + insert + near.slice(to - before.length), after }
}

/** Splits a text again if a change does not fall into its near part. */
function nearChange(typed: TypedText, from: number, to: number): TypedText {
  const start = typed.before.length
  if (from >= start && to <= start + typed.near.length && typed.near.length <= maxNearLength) return typed
  const text = wholeText(typed)
  const [nearFrom, nearTo] = [Math.max(0, from - nearMargin), to + nearMargin]
  return { before: text.slice(0, nearFrom), near: text.slice(nearFrom, nearTo), after: text.slice(nearTo) }
}
