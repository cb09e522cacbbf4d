/** Replaces a secret wherever it is shown. */
export const mask = '••••••'

/**
 * The fields that an authorization will add, listed before anything is sent. A null value is known only
 * during the send.
 */
export interface AuthPreview {
  /** The first one carries the credentials. */
  readonly headers: readonly PreviewField[]
  readonly params: readonly PreviewField[]
  /** Whether the scheme writes into the content if the body is a form. */
  readonly isInContent?: true
}

interface PreviewField {
  readonly name: string
  readonly value: string | null
}

/** The preview of a scheme that adds nothing. */
export const nothingAdded: AuthPreview = { headers: [], params: [] }

/** Returns the preview of a scheme that adds an `Authorization` header. */
export function authorizationHeader(value: string | null): AuthPreview {
  return { headers: [{ name: 'Authorization', value }], params: [] }
}

/** Returns the preview of a scheme that adds one header or one query parameter. */
export function placedField(placement: 'header' | 'query', name: string, value: string): AuthPreview {
  const fields = [{ name, value }]
  return placement === 'header' ? { headers: fields, params: [] } : { headers: [], params: fields }
}

/** Returns fields whose values are known only during the send. */
export function unknownFields(...names: readonly string[]): readonly PreviewField[] {
  return names.map(name => ({ name, value: null }))
}
