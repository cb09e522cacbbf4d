import type { HeaderField, Notice } from '@parley/model'
import type { ContentPart } from '../../basics/content-part.ts'

/** The content of a body and its default `Content-Type`. */
export interface BodyContent {
  /** Null if the request has no content. */
  readonly parts: readonly ContentPart[] | null
  readonly contentType: string | null
  readonly outline: ContentOutline
  readonly notices?: readonly Notice[]
}

/** The content of a message as texts, forms and files, from which its bytes are built. */
export type ContentOutline =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /** `fields` are sent in this order; `text` is their encoded form. */
  | { readonly kind: 'form'; readonly fields: readonly HeaderField[]; readonly text: string }
  | { readonly kind: 'multipart'; readonly parts: readonly FormPart[] }
  | { readonly kind: 'file'; readonly filePath: string }

/** One part of a multipart form. A file is sent with the last segment of its path as its name. */
export type FormPart =
  | {
      readonly kind: 'text'
      readonly name: string
      readonly value: string
      /** Null if the part has none. */
      readonly contentType: string | null
    }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly filePath: string
      readonly fileName: string
      readonly contentType: string
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
