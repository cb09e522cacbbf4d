import type { Notice } from '@parley/model'
import type { ContentOutline, ContentPart } from '../stages.ts'

/** The content of a body and its default `Content-Type`. */
export interface BodyContent {
  /** Null if the request has no content. */
  readonly parts: readonly ContentPart[] | null
  readonly contentType: string | null
  readonly outline: ContentOutline
  readonly notices?: readonly Notice[]
}

/** Returns content that is a single text, sent as UTF-8. */
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
