import { authSchemes } from './auth-schemes.ts'
import { type Field, isSecretOrFile } from './field.ts'
import { isShown } from './form-fields.ts'
import { type AnyAuth, type SchemeRegistry, schemeOf } from './scheme-descriptor.ts'

/** A secret field of an authorization, and its text. */
export interface SecretFieldUse {
  /** The name of the field in files, without `auth.`. */
  readonly field: string
  /** The label in the form. */
  readonly label: string
  /** Whether the text has several lines, such as a key. */
  readonly isMultiline: boolean
  /** The text of the field. */
  readonly text: string
}

/** Returns the secret fields that a send uses with an authorization (behaviour, Secret fields). */
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

/** Returns the text of a secret field, whether a send uses it or not. */
export function secretTextOf(auth: AnyAuth, key: string, schemes: SchemeRegistry = authSchemes): string {
  const field = schemeOf(auth, schemes)?.fields[key]
  return field === undefined ? '' : (secretTextIn(field, auth[key]) ?? '')
}

/** Returns the secret text in a field; null if the field is not secret or refers to a file. */
export function secretTextIn(field: Field, value: unknown): string | null {
  if (field.kind === 'secret') return typeof value === 'string' ? value : ''
  if (field.kind !== 'secretOrFile' || !isSecretOrFile(value)) return null
  return value.source === 'text' ? value.value : null
}

/** Returns the authorization with a new text in a secret field. */
export function withSecretText<One extends AnyAuth>(auth: One, field: string, text: string): One {
  const value = isSecretOrFile(auth[field]) ? { source: 'text', value: text } : text
  return { ...auth, ...{ [field]: value } }
}
