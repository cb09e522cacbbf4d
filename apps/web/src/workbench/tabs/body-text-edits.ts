import type { HttpRequest } from '@parley/model'
import type { DraftTextEdit } from '@parley/server/contract'
import { changeBetween } from '../change-between.ts'
import { areSameBut } from '../same-but.ts'

/** A shorter text is written as a whole. */
const minEditedLength = 16 * 1024

/** Whether two drafts differ at most in the text of a raw body. */
export function differAtMostInBodyText(one: HttpRequest, other: HttpRequest): boolean {
  const [body, otherBody] = [one.body, other.body]
  return (
    areSameBut('body', one, other) &&
    (body === otherBody ||
      (body.type === 'raw' && otherBody.type === 'raw' && areSameBut<typeof body>('text', body, otherBody)))
  )
}

/**
 * Returns the change of the long text of a raw body from one state of a draft to another; null if there is none, or if
 * anything else has changed.
 */
export function bodyTextEdit(before: HttpRequest, after: HttpRequest): DraftTextEdit | null {
  if (!differAtMostInBodyText(before, after)) return null
  const [text, edited] = [rawTextOf(before), rawTextOf(after)]
  if (text.length < minEditedLength) return null
  const change = changeBetween(text, edited)
  if (change === null || change.insert.length > text.length / 4) return null
  const { from, to, insert } = change
  return { at: from, removed: to - from, inserted: insert, of: text.length }
}

/** Applies edits to the text of a draft's raw body, up to the first that does not fit. */
export function withBodyTextEdits(draft: HttpRequest, edits: readonly DraftTextEdit[]): HttpRequest {
  if (draft.body.type !== 'raw') return draft
  let { text } = draft.body
  for (const { at, removed, inserted, of } of edits) {
    if (of !== text.length || at + removed > text.length) break
    text = text.slice(0, at) + inserted + text.slice(at + removed)
  }
  return { ...draft, body: { ...draft.body, text } }
}

function rawTextOf({ body }: HttpRequest): string {
  return body.type === 'raw' ? body.text : ''
}
