import type { AnyAuth, Auth, AuthByType, AuthType } from '@parley/model'

type HeaderOf<One extends AnyAuth> = (auth: One) => string | null

/**
 * Returns the header with the credentials of an authorization; null if it adds none, as it is inherited, incomplete or
 * placed elsewhere.
 */
export function replacedHeader(auth: Auth): string | null {
  const known: Readonly<Record<string, HeaderOf<AnyAuth> | undefined>> = headers
  return known[auth.type]?.(auth) ?? null
}

const authorization = 'Authorization'

const headers: { readonly [Type in AuthType]?: HeaderOf<AuthByType[Type]> } = {
  bearer: ({ token }) => (token.trim() === '' ? null : authorization),
  basic: headerOfUser,
  digest: headerOfUser,
  ntlm: headerOfUser,
  wsse: headerOfUser,
  apiKey: ({ key, placement }) => (key === '' || placement !== 'header' ? null : key),
  signatureV4: ({ placement }) => (placement === 'header' ? authorization : null),
  hawk: ({ id, key }) => (id === '' && key === '' ? null : authorization),
  jwt: ({ placement }) => (placement === 'header' ? authorization : null),
  oauth1: ({ placement }) => (placement === 'header' ? authorization : null),
  oauth2: ({ token, grantType, accessToken }) =>
    token.placement !== 'header' || (grantType === 'pasteAccessToken' && accessToken.trim() === '')
      ? null
      : authorization,
}

function headerOfUser({
  username,
  password,
}: {
  readonly username: string
  readonly password: string
}): string | null {
  return username === '' && password === '' ? null : authorization
}
