import { acceptOfBody, bodyTypes, type HttpBody, mediaTypeOfBody } from '@parley/model'
import { isSubscription } from '../graphql/graphql-operations.ts'
import { transportOf } from '../graphql/subscription-transports.ts'

/**
 * Returns the default `Content-Type` of a body; null if it has none.
 * @param boundary of Form-data, chosen when the form is written
 */
export function contentTypeOf(body: HttpBody, boundary: string): string | null {
  const mediaType = mediaTypeOfBody(body, bodyTypes)
  return mediaType === 'multipart/form-data' ? `${mediaType}; boundary=${boundary}` : mediaType
}

/** Returns the fact that generates the `Accept` of a body, if it has one; the handshake of a WebSocket has none. */
export function acceptFact({ body, webSocket }: { readonly body: HttpBody; readonly webSocket?: unknown }): {
  readonly accept?: string
} {
  if (webSocket !== undefined) return {}
  const isOfEvents = body.type === 'graphql' && isSubscription(body)
  const accept = isOfEvents ? transportOf(body)?.accept : acceptOfBody(body)
  return accept === undefined ? {} : { accept }
}
