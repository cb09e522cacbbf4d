import { authSchemes } from './auth-schemes.ts'
import { type Field, isSecretOrFile } from './field.ts'
import { isShown } from './form-fields.ts'
import { type AnyAuth, type SchemeRegistry, schemeOf } from './scheme-descriptor.ts'

/** A field of an authorization whose text is kept as a secret. */
export interface SecretFieldUse {
  /** As files list it, without `auth.`. */
  readonly field: string
  /** As its form calls it. */
  readonly label: string
  /** A key of several lines. */
  readonly isMultiline: boolean
  /** What the field holds. */
  readonly text: string
}

/** The secret fields that a send with an authorization uses as it is set (product decisions, Secret fields). */
export function secretFieldsOf(
  auth: AnyAuth,
  schemes: SchemeRegistry = authSchemes,
): readonly SecretFieldUse[] {
  const scheme = schemeOf(auth, schemes)
  if (scheme === undefined) return []
  return Object.entries(scheme.fields).flatMap(([key, field]) => {
    const text = secretTextIn(field, auth[key])
    if (text === null || !('label' in field)) return []
    if (!isShown(scheme, key, auth) || scheme.usedIf?.[key]?.(auth) === false) return []
    const isMultiline = 'isMultiline' in field && field.isMultiline === true
    return [{ field: key, label: field.label, isMultiline, text }]
  })
}

/** Returns what a secret field holds, whether a send uses it or not. */
export function secretTextOf(auth: AnyAuth, key: string, schemes: SchemeRegistry = authSchemes): string {
  const field = schemeOf(auth, schemes)?.fields[key]
  return field === undefined ? '' : (secretTextIn(field, auth[key]) ?? '')
}

/** Returns the secret text that a field holds; null: it holds none, or a file does. */
export function secretTextIn(field: Field, value: unknown): string | null {
  if (field.kind === 'secret') return typeof value === 'string' ? value : ''
  if (field.kind !== 'secretOrFile' || !isSecretOrFile(value)) return null
  return value.source === 'text' ? value.value : null
}

/** Returns the authorization with another text in one of its secret fields. */
export function withSecretText<One extends AnyAuth>(auth: One, field: string, text: string): One {
  const value = isSecretOrFile(auth[field]) ? { source: 'text', value: text } : text
  return { ...auth, ...{ [field]: value } }
}
