import type { HttpRequest } from '@parley/model'
import { acceptFields, contentTypeOf } from '../../body/content-type-of.ts'
import type { MessageField } from '../../message/message-fields.ts'

/** Returns what a draft of a kind is sent with. */
export type KindPreview = (request: HttpRequest, facts: PreviewFacts) => PreviewedKind

export interface PreviewFacts {
  /** Fills in the variables that are known. */
  readonly fill: (text: string) => string
  /** Both filled in. */
  readonly method: string
  readonly url: string
}

/** What a kind adds to a message, as far as it is known in advance. */
export interface PreviewedKind {
  readonly method: string
  /** Those that it generates. */
  readonly fields: readonly MessageField[]
  /** Null: none. */
  readonly contentType: string | null
  /** Whether it has content whose length is announced. */
  readonly hasLength: boolean
  /** As in a frame. */
  readonly isOpenEnded?: boolean
}

/** Its body is its content. */
export function previewHttp({ body }: HttpRequest, { method }: Pick<PreviewFacts, 'method'>): PreviewedKind {
  return {
    method,
    fields: acceptFields(body),
    contentType: contentTypeOf(body, '…'),
    hasLength: body.type !== 'none',
  }
}
