import type { EffectiveAuth, OAuth2Auth } from '@parley/model'

/** A field of an authorization whose text is kept as a secret. */
export interface SecretField {
  /** As files list it, without `auth.`. */
  readonly field: string
  /** As its form calls it. */
  readonly label: string
  /** A key of several lines. */
  readonly isMultiline?: true
}

/** The secret fields that an authorization goes by as it is set, in the order of its form (product decisions). */
export function secretFieldsOf(auth: EffectiveAuth): readonly SecretField[] {
  switch (auth.type) {
    case 'none':
    case 'ntlm':
      return []
    case 'bearer':
      return [{ field: 'token', label: 'Token' }]
    case 'apiKey':
      return [{ field: 'value', label: 'Value' }]
    case 'basic':
    case 'digest':
    case 'wsse':
      return [password]
    case 'signatureV4':
      return [
        { field: 'secretAccessKey', label: 'Secret Access Key' },
        { field: 'sessionToken', label: 'Session Token' },
      ]
    case 'oauth1':
      return auth.signatureMethod.startsWith('RSA')
        ? [accessToken, ...(auth.privateKey.source === 'text' ? [privateKey] : [])]
        : [
            { field: 'consumerSecret', label: 'Consumer secret' },
            accessToken,
            { field: 'accessTokenSecret', label: 'Token secret' },
          ]
    case 'jwt':
      return auth.algorithm.startsWith('HS') ? [{ field: 'secret', label: 'Secret' }] : [privateKey]
    case 'hawk':
      return [{ field: 'key', label: 'Hawk key' }]
    case 'oauth2':
      return oauth2Fields(auth)
  }
}

const password = { field: 'password', label: 'Password' }
const accessToken = { field: 'accessToken', label: 'Access token' }
const privateKey = { field: 'privateKey', label: 'Private key', isMultiline: true } as const

function oauth2Fields({ grantType }: OAuth2Auth): readonly SecretField[] {
  if (grantType === 'pasteAccessToken') return [accessToken]
  if (grantType === 'implicit') return []
  const clientSecret = { field: 'clientSecret', label: 'Client secret' }
  return grantType === 'password' ? [clientSecret, password] : [clientSecret]
}

/** What stands in a field of {@link secretFieldsOf}. */
export function secretFieldText(auth: EffectiveAuth, field: string): string {
  const text: unknown =
    auth.type === 'oauth1' && field === 'privateKey' ? auth.privateKey.value : Reflect.get(auth, field)
  return typeof text === 'string' ? text : ''
}

/** The authorization with another text in one of its {@link secretFieldsOf}. */
export function withSecretField<One extends EffectiveAuth>(auth: One, field: string, text: string): One {
  return auth.type === 'oauth1' && field === 'privateKey'
    ? { ...auth, privateKey: { ...auth.privateKey, value: text } }
    : { ...auth, ...{ [field]: text } }
}
