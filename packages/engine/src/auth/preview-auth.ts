import type { EffectiveAuth } from '@parley/model'

/** Stands for what is secret. */
export const mask = '••••••'

/** Fields that an authorization adds, named before anything is sent; null: known only then. */
export interface AuthPreview {
  /** The first is the one that authorizes. */
  readonly headers: readonly { readonly name: string; readonly value: string | null }[]
  readonly params: readonly { readonly name: string; readonly value: string | null }[]
}

const nothing: AuthPreview = { headers: [], params: [] }

/**
 * What each scheme will add, secrets masked. The rule of who gives way to whom reads it as well: an own
 * row with the name of the first field takes the place of the whole.
 */
export function previewAuth(auth: EffectiveAuth): AuthPreview {
  switch (auth.type) {
    case 'none':
    case 'ntlm':
      return nothing
    case 'bearer':
      return auth.token.trim() === '' ? nothing : authorization(`Bearer ${mask}`)
    case 'apiKey':
      return auth.key === '' ? nothing : placed(auth.placement, auth.key, mask)
    case 'basic':
      return isAnyone(auth) ? nothing : authorization(`Basic ${mask}`)
    case 'digest':
      return isAnyone(auth) ? nothing : authorization(null)
    case 'wsse':
      return isAnyone(auth) ? nothing : { headers: [...headers('Authorization', 'X-WSSE')], params: [] }
    case 'signatureV4':
      return previewSignatureV4(auth)
    case 'oauth1':
      return previewOAuth1(auth)
    case 'jwt':
      return auth.placement === 'header'
        ? authorization(`${auth.prefix} ${mask}`.trim())
        : placed('query', auth.queryName, mask)
    case 'hawk':
      return auth.id === '' && auth.key === '' ? nothing : authorization(null)
    case 'oauth2':
      return previewOAuth2(auth)
  }
}

function previewOAuth2(auth: Extract<EffectiveAuth, { type: 'oauth2' }>): AuthPreview {
  const { placement, placementName } = auth.token
  if (auth.grantType === 'pasteAccessToken' && auth.accessToken.trim() === '') return nothing
  return placement === 'header'
    ? authorization(`${placementName.trim()} ${mask}`.trim())
    : placed('query', placementName.trim() || 'access_token', mask)
}

/** A body that is no form sends them to the header, which only the send knows. */
function previewOAuth1({ consumerKey, placement }: Extract<EffectiveAuth, { type: 'oauth1' }>): AuthPreview {
  if (consumerKey === '' || placement === 'body') return nothing
  return placement === 'header'
    ? authorization(null)
    : { headers: [], params: headers('oauth_signature', 'oauth_consumer_key', 'oauth_token') }
}

function isAnyone({ username, password }: { readonly username: string; readonly password: string }): boolean {
  return username === '' && password === ''
}

function authorization(value: string | null): AuthPreview {
  return { headers: [{ name: 'Authorization', value }], params: [] }
}

function headers(...names: readonly string[]): AuthPreview['headers'] {
  return names.map(name => ({ name, value: null }))
}

function placed(placement: 'header' | 'query', name: string, value: string): AuthPreview {
  const fields = [{ name, value }]
  return placement === 'header' ? { headers: fields, params: [] } : { headers: [], params: fields }
}

function previewSignatureV4(auth: Extract<EffectiveAuth, { type: 'signatureV4' }>): AuthPreview {
  if (auth.accessKeyId === '' && auth.secretAccessKey === '') return nothing
  const token = auth.sessionToken === '' ? [] : ['X-Amz-Security-Token']
  const hash = auth.service.trim().toLowerCase() === 's3' ? ['X-Amz-Content-Sha256'] : []
  if (auth.placement === 'header')
    return { headers: headers('Authorization', 'X-Amz-Date', ...hash, ...token), params: [] }
  const names = ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature']
  return { headers: [], params: headers(...names.map(name => `X-Amz-${name}`), ...token) }
}
