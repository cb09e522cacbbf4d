import type { AnyAuth, Auth, AuthByType, AuthType } from '@parley/model'

interface Placed<One extends AnyAuth> {
  /** Null: it adds none. */
  header(auth: One): string | null
}

/**
 * Returns the header with the credentials of an authorization; null if it adds none, as it is inherited, incomplete or
 * placed elsewhere.
 */
export function replacedHeader(auth: Auth): string | null {
  const known: Readonly<Record<string, Placed<AnyAuth> | undefined>> = placed
  return known[auth.type]?.header(auth) ?? null
}

const authorization = 'Authorization'

const ofUser = {
  header: ({ username, password }: { readonly username: string; readonly password: string }) =>
    username === '' && password === '' ? null : authorization,
}

const ofPlacement = {
  header: ({ placement }: { readonly placement: string }) => (placement === 'header' ? authorization : null),
}

const placed: { readonly [Type in AuthType]?: Placed<AuthByType[Type]> } = {
  bearer: { header: ({ token }) => (token.trim() === '' ? null : authorization) },
  basic: ofUser,
  digest: ofUser,
  ntlm: ofUser,
  wsse: ofUser,
  apiKey: { header: ({ key, placement }) => (key === '' || placement !== 'header' ? null : key) },
  signatureV4: ofPlacement,
  jwt: ofPlacement,
  oauth1: ofPlacement,
  hawk: { header: ({ id, key }) => (id === '' && key === '' ? null : authorization) },
  oauth2: {
    header: ({ token, grantType, accessToken }) =>
      token.placement !== 'header' || (grantType === 'pasteAccessToken' && accessToken.trim() === '')
        ? null
        : authorization,
  },
}
