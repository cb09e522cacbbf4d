import { authSchemes } from './auth-schemes.ts'
import { type AnyAuth, type SchemeRegistry, schemeOf } from './scheme-descriptor.ts'
import { secretTextIn, withSecretText } from './secret-fields.ts'

/**
 * Returns an authorization with the texts of its secret fields replaced (behaviour, Secret fields).
 */
export function mapAuthSecrets<One extends AnyAuth>(
  auth: One,
  secret: (field: string, text: string) => string,
  schemes: SchemeRegistry = authSchemes,
): One {
  const fields = Object.entries(schemeOf(auth, schemes)?.fields ?? {})
  return fields.reduce((mapped, [key, field]) => {
    const text = secretTextIn(field, auth[key])
    return text === null ? mapped : withSecretText(mapped, key, secret(key, text))
  }, auth)
}
