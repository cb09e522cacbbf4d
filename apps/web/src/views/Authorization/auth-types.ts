import type { Auth, AuthType, OAuth2GrantType } from '@parley/model'

/** NTLM cannot be sent; one that a file has is kept and named. */
const offeredTypes = [
  'inherit',
  'none',
  'bearer',
  'apiKey',
  'basic',
  'oauth2',
  'signatureV4',
  'digest',
  'oauth1',
  'jwt',
  'hawk',
  'wsse',
] as const satisfies readonly AuthType[]

/** A collection has nothing above it to inherit from. */
export function offeredAuthTypes(hasParent: boolean): readonly AuthType[] {
  return hasParent ? offeredTypes : offeredTypes.filter(type => type !== 'inherit')
}

/** The words of the Grant type picker (spec 5.2) and of those grants beyond it. */
export const grantTypeLabels: Readonly<Record<OAuth2GrantType, string>> = {
  pasteAccessToken: 'Paste access token',
  authorizationCode: 'Authorization Code + PKCE',
  clientCredentials: 'Client credentials',
  password: 'Password',
  deviceCode: 'Device code',
  implicit: 'Implicit',
}

/** Implicit cannot be carried out; one that a file has is kept and named. */
export const offeredGrantTypes = [
  'pasteAccessToken',
  'authorizationCode',
  'clientCredentials',
  'password',
  'deviceCode',
] as const satisfies readonly OAuth2GrantType[]

/** What a form changes of the authorization that it shows. */
export interface AuthFormProps<Shown extends Auth> {
  readonly auth: Shown
  readonly onChange: (change: Partial<Shown>) => void
}
