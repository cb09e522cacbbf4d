import type { ContentPart } from '../stages.ts'

/** What a body type sends and the `Content-Type` it is given unless the user sets one. */
export interface BodyContent {
  /** Null: the request has no content. */
  readonly parts: readonly ContentPart[] | null
  readonly contentType: string | null
}
