import { type HttpBody, ok, type Result, type SendFailure } from '@parley/model'
import type { ContentPart, EffectiveSettings } from '../stages.ts'
import { fileContent } from './file-content.ts'
import { graphQlContent } from './graphql-content.ts'
import { type FormPorts, multipartContent } from './multipart-content.ts'
import { rawContent } from './raw-content.ts'
import { urlEncodedContent } from './url-encoded-content.ts'

/** What a body type sends and the `Content-Type` it is given unless the user sets one. */
export interface BodyContent {
  /** Null: the request has no content. */
  readonly parts: readonly ContentPart[] | null
  readonly contentType: string | null
}

/** One body type, one file. */
export async function bodyContent(
  body: HttpBody,
  { autoFormatJson }: Pick<EffectiveSettings, 'autoFormatJson'>,
  ports: FormPorts,
): Promise<Result<BodyContent, SendFailure>> {
  switch (body.type) {
    case 'none':
      return ok({ parts: null, contentType: null })
    case 'raw':
      return ok(rawContent(body, autoFormatJson))
    case 'urlEncoded':
      return ok(urlEncodedContent(body))
    case 'multipart':
      return multipartContent(body, ports)
    case 'file':
      return fileContent(body, ports.files)
    case 'graphql':
      return graphQlContent(body)
  }
}
