import type { AnyAuth, Auth, AuthByType, AuthType, Collection, Folder, Item, Row } from '@parley/model'
import type { ImportLog } from '../import-log.ts'

/**
 * Unticks the header rows that an authorization of the same name replaces in the other client, as in Parley a typed row
 * replaces the authorization. Each is named.
 */
export function untickReplacedHeaders(collection: Collection, log: ImportLog): Collection {
  return untickedIn(collection, { type: 'none' }, log)
}

function untickedIn<Container extends Collection | Folder>(
  container: Container,
  inherited: Auth,
  log: ImportLog,
): Container {
  const auth = nearest(container.defaults.auth, inherited)
  const headers = untickedShared(container, auth, log)
  const items = container.items.map(item =>
    'name' in item ? log.within(item.name, () => untickedItem(item, auth, log)) : item,
  )
  return { ...container, defaults: { ...container.defaults, headers }, items }
}

function untickedItem(item: Item, inherited: Auth, log: ImportLog): Item {
  if (item.kind === 'folder') return untickedIn(item, inherited, log)
  if (!('headers' in item)) return item
  const replaced = replacedHeader(nearest(item.auth, inherited))
  return replaced === null ? item : { ...item, headers: unticked(item.headers, replaced, log) }
}

/** Unticks the rows that all requests of a container replace; one that only some replace stays, and is named. */
function untickedShared(container: Collection | Folder, auth: Auth, log: ImportLog): readonly Row[] {
  const { headers } = container.defaults
  if (!headers.some(({ enabled }) => enabled)) return headers
  const replaced = container.items.flatMap(item => replacedIn(item, auth))
  return headers.map(row => {
    const replacing = replaced.filter(name => name !== null && isNamed(row, name))
    if (!row.enabled || replacing.length === 0) return row
    if (replacing.length === replaced.length) return untickedRow(row, log)
    log.loss('HEADER_NOT_REPLACED', row.name)
    return row
  })
}

/** Returns the header that each request replaces, or null. */
function replacedIn(item: Item, inherited: Auth): readonly (string | null)[] {
  if (item.kind === 'folder') {
    const auth = nearest(item.defaults.auth, inherited)
    return item.items.flatMap(one => replacedIn(one, auth))
  }
  return 'headers' in item ? [replacedHeader(nearest(item.auth, inherited))] : []
}

function unticked(rows: readonly Row[], name: string, log: ImportLog): readonly Row[] {
  return rows.map(row => (row.enabled && isNamed(row, name) ? untickedRow(row, log) : row))
}

function untickedRow(row: Row, log: ImportLog): Row {
  log.loss('HEADER_REPLACED', row.name)
  return { ...row, enabled: false }
}

function isNamed(row: Row, name: string): boolean {
  return row.name.toLowerCase() === name.toLowerCase()
}

function nearest(own: Auth, inherited: Auth): Auth {
  return own.type === 'inherit' ? inherited : own
}

interface Placed<One extends AnyAuth> {
  /** Null: it adds none. */
  header(auth: One): string | null
}

/**
 * Returns the header with the credentials of an authorization; null if it adds none, as it is inherited, incomplete or
 * placed elsewhere.
 */
function replacedHeader(auth: Auth): string | null {
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
