/** Replaces what is secret. */
export const mask = '••••••'

/** Fields that an authorization adds, named before anything is sent; null: known only then. */
export interface AuthPreview {
  /** The first is the one that authorizes. */
  readonly headers: readonly PreviewField[]
  readonly params: readonly PreviewField[]
  /** Whether it writes into the content of a request that has a form. */
  readonly isInContent?: true
}

interface PreviewField {
  readonly name: string
  readonly value: string | null
}

/** Of a scheme that adds nothing. */
export const nothingAdded: AuthPreview = { headers: [], params: [] }

/** Of a scheme that adds `Authorization`. */
export function authorizationHeader(value: string | null): AuthPreview {
  return { headers: [{ name: 'Authorization', value }], params: [] }
}

/** Of a scheme that adds one header or query parameter. */
export function placedField(placement: 'header' | 'query', name: string, value: string): AuthPreview {
  const fields = [{ name, value }]
  return placement === 'header' ? { headers: fields, params: [] } : { headers: [], params: fields }
}

/** Fields whose values only the send knows. */
export function unknownFields(...names: readonly string[]): readonly PreviewField[] {
  return names.map(name => ({ name, value: null }))
}
