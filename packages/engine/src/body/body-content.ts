import { failed, type HttpBody, ok, type Result, type SendFailure } from '@parley/model'
import { preparationFailure } from '../preparation-failure.ts'
import type { ContentPart } from '../stages.ts'
import { graphQlContent } from './graphql-content.ts'
import { rawContent } from './raw-content.ts'
import { urlEncodedContent } from './url-encoded-content.ts'

/** What a body type sends and the `Content-Type` it is given unless the user sets one. */
export interface BodyContent {
  /** Null: the request has no content. */
  readonly parts: readonly ContentPart[] | null
  readonly contentType: string | null
}

/** One body type, one file; the types without a file of their own are a named failure. */
export function bodyContent(body: HttpBody): Result<BodyContent, SendFailure> {
  switch (body.type) {
    case 'none':
      return ok({ parts: null, contentType: null })
    case 'raw':
      return ok(rawContent(body))
    case 'urlEncoded':
      return ok(urlEncodedContent(body))
    case 'graphql':
      return graphQlContent(body)
    case 'multipart':
    case 'file':
      return failed(preparationFailure('invalidRequest', 'UNSUPPORTED_BODY', body.type))
  }
}
