import { acceptOfBody, bodyTypes, type HttpBody, mediaTypeOfBody } from '@parley/model'
import { isSubscription } from '../graphql/graphql-operations.ts'

/**
 * Returns the default `Content-Type` of a body; null if it has none.
 * @param boundary of Form-data, chosen when the form is written
 */
export function contentTypeOf(body: HttpBody, boundary: string): string | null {
  const mediaType = mediaTypeOfBody(body, bodyTypes)
  return mediaType === 'multipart/form-data' ? `${mediaType}; boundary=${boundary}` : mediaType
}

/**
 * Events of a subscription: over Server-Sent Events (GraphQL over SSE, distinct connections mode), in parts, or a response
 * that says why there are none.
 */
const subscriptionAccept =
  'text/event-stream, multipart/mixed;q=0.9, application/graphql-response+json;q=0.8, application/json;q=0.7'

/** Returns the fact that generates the `Accept` of a body, if it has one. */
export function acceptFact(body: HttpBody): { readonly accept?: string } {
  const accept = isSubscription(body) ? subscriptionAccept : acceptOfBody(body)
  return accept === undefined ? {} : { accept }
}
