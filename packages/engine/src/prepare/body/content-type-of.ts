import { acceptOfBody, bodyTypes, type HttpBody, mediaTypeOfBody } from '@parley/model'
import { isSubscription } from '../kinds/graphql/graphql-operations.ts'
import { transportOf } from '../kinds/graphql/subscription-transports.ts'
import type { MessageField } from '../message/message-fields.ts'

/**
 * Returns the default `Content-Type` of a body; null if it has none.
 * @param boundary of Form-data, chosen when the form is written
 */
export function contentTypeOf(body: HttpBody, boundary: string): string | null {
  const mediaType = mediaTypeOfBody(body, bodyTypes)
  return mediaType === 'multipart/form-data' ? `${mediaType}; boundary=${boundary}` : mediaType
}

/** Returns the generated `Accept` of a body, if it has one. */
export function acceptFields(body: HttpBody): readonly MessageField<string>[] {
  const isOfEvents = body.type === 'graphql' && isSubscription(body)
  const value = isOfEvents ? transportOf(body)?.accept : acceptOfBody(body)
  return value === undefined ? [] : [{ name: 'Accept', value, source: 'body' }]
}
