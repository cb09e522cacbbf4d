import {
  failed,
  type GraphQlBody,
  type GraphQlUpload,
  ok,
  type Result,
  type SendFailure,
} from '@parley/model'
import { isSubscription } from '../kinds/graphql/graphql-operations.ts'
import { graphQlUploadForm } from '../kinds/graphql/graphql-upload.ts'
import { graphQlRequestText } from '../kinds/graphql/persisted-query.ts'
import { transportOf } from '../kinds/graphql/subscription-transports.ts'
import { preparationFailure } from '../preparation-failure.ts'
import { type BodyContent, textContent } from './body-content.ts'
import { contentTypeOf } from './content-type-of.ts'
import { type FormPorts, multipartContent } from './multipart-content.ts'

/**
 * Returns the request as one JSON object (GraphQL over HTTP, Request Parameters). Variables and extensions
 * are inserted as typed; validation ensures that they cannot end the object. With files it is a form.
 */
export async function graphQlContent(
  body: GraphQlBody,
  ports: FormPorts,
): Promise<Result<BodyContent, SendFailure>> {
  const { variables, extensions = '', uploads = [] } = body
  if (!isBlankOrJson(variables))
    return failed(preparationFailure('invalidRequest', 'INVALID_GRAPHQL_VARIABLES', ''))
  if (!isBlankOrJson(extensions))
    return failed(preparationFailure('invalidRequest', 'INVALID_GRAPHQL_EXTENSIONS', ''))
  if (isSubscription(body) && transportOf(body) === null) {
    const name = body.subscription?.transport ?? ''
    return failed(preparationFailure('invalidRequest', 'SUBSCRIPTION_TRANSPORT_UNKNOWN', name))
  }
  if (uploads.length > 0) return uploadContent(body, uploads, ports)
  return ok(textContent({ kind: 'text', text: graphQlRequestText(body) }, contentTypeOf(body, '')))
}

async function uploadContent(
  body: GraphQlBody,
  uploads: readonly GraphQlUpload[],
  ports: FormPorts,
): Promise<Result<BodyContent, SendFailure>> {
  const unchosen = uploads.find(({ filePath }) => filePath === '')
  if (unchosen !== undefined) return failed(preparationFailure('file', 'NO_FILE_SELECTED', unchosen.variable))
  const form = graphQlUploadForm(body, uploads)
  if ('code' in form) {
    const subject = form.code === 'NO_PLACE_FOR_UPLOAD' ? form.variable : ''
    return failed(preparationFailure('invalidRequest', form.code, subject))
  }
  const content = await multipartContent(form, ports)
  if (content.ok) return content
  // The parts of the files have numbers that no user knows.
  const { row: _, ...failure } = content.failure
  return failed(failure)
}

function isBlankOrJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
