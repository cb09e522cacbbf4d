import { type HttpBody, ok, type Result, type SendFailure } from '@parley/model'
import type { EffectiveSettings } from '../stages.ts'
import type { BodyContent } from './body-content.ts'
import { fileContent } from './file-content.ts'
import { graphQlContent } from './graphql-content.ts'
import { type FormPorts, multipartContent } from './multipart-content.ts'
import { rawContent } from './raw-content.ts'
import { urlEncodedContent } from './url-encoded-content.ts'

/** Returns the content of a body; each body type has a file of its own. */
export async function buildContent(
  body: HttpBody,
  { autoFormatJson }: Pick<EffectiveSettings, 'autoFormatJson'>,
  ports: FormPorts,
): Promise<Result<BodyContent, SendFailure>> {
  switch (body.type) {
    case 'none':
      return ok({ parts: null, contentType: null, outline: { kind: 'none' } })
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
