import type { ContentOutline, ContentPart } from '../stages.ts'

/** What a body type sends and the `Content-Type` it is given unless the user sets one. */
export interface BodyContent {
  /** Null: the request has no content. */
  readonly parts: readonly ContentPart[] | null
  readonly contentType: string | null
  readonly outline: ContentOutline
}

/** Content that is one text, sent as UTF-8. */
export function textContent(
  outline: Extract<ContentOutline, { readonly text: string }>,
  contentType: string | null,
): BodyContent {
  return {
    parts: [{ kind: 'bytes', bytes: new TextEncoder().encode(outline.text) }],
    contentType,
    outline,
  }
}
