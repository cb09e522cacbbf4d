import type { MessageHeader } from '../message/outbound-message.ts'

/** The fields of the user, and whether the boundary of the form was added to one of them. */
export interface FieldsWithBoundary {
  readonly fields: readonly MessageHeader[]
  readonly isAdded: boolean
}

/**
 * Adds the boundary of a form to a `Content-Type` of the user that names a multipart type without one, as curl
 * does: no server can read the form without it (RFC 2046 §5.1.1). All other values stay as typed.
 * @param generated the `Content-Type` that the form would have without one of the user
 */
export function withBoundary(fields: readonly MessageHeader[], generated: string): FieldsWithBoundary {
  const boundary = /boundary=.*$/.exec(generated)?.[0]
  if (boundary === undefined) return { fields, isAdded: false }
  const completed = fields.map(field => (lacksBoundary(field) ? addedTo(field, boundary) : field))
  return { fields: completed, isAdded: fields.some(lacksBoundary) }
}

function lacksBoundary({ name, value }: MessageHeader): boolean {
  if (name.toLowerCase() !== 'content-type') return false
  const [mediaType = '', ...parameters] = value.split(';')
  return /^multipart\//i.test(mediaType) && !parameters.some(one => /^[ \t]*boundary[ \t]*=/i.test(one))
}

function addedTo(field: MessageHeader, boundary: string): MessageHeader {
  const complete = (value: string) => `${value}${/;[ \t]*$/.test(value) ? ' ' : '; '}${boundary}`
  const { value, shown } = field
  return {
    ...field,
    value: complete(value),
    ...(shown === undefined ? {} : { shown: { ...shown, value: complete(shown.value) } }),
  }
}
