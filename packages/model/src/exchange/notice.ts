/** A condition that users should know about, and that did not stop the send. */
export type Notice =
  /** Unknown names stay in the request as typed (product decisions). */
  | { readonly code: 'UNKNOWN_VARIABLES'; readonly names: readonly string[] }
  /** A script changed something that was signed: `method`, `body` or the names of headers (spec 5.1). */
  | { readonly code: 'SIGNATURE_OUTDATED'; readonly names: readonly string[] }
  /** The Content-Type of the user named a multipart type without the boundary of its form. */
  | { readonly code: 'BOUNDARY_ADDED' }
  /** Auto-format JSON on send left a body alone that is not JSON. */
  | { readonly code: 'NOT_FORMATTED' }
  /** The request was sent with the old token (spec 3). */
  | { readonly code: 'TOKEN_NOT_RENEWED'; readonly reason: string }
  /**
   * A script chose a name that only the proxy resolves, so Parley cannot tell whether it is a link-local
   * address.
   */
  | { readonly code: 'PROXY_RESOLVES_NAME'; readonly host: string; readonly proxy: string }

/** Describes a notice, without the capital letter and the full stop of a sentence. */
export function describeNotice(notice: Notice): string {
  switch (notice.code) {
    case 'UNKNOWN_VARIABLES':
      return unknownVariables(notice.names)
    case 'SIGNATURE_OUTDATED':
      return `the script changed ${notice.names.join(', ')} after the request was signed, so its signature no longer fits`
    case 'BOUNDARY_ADDED':
      return 'the boundary of the form was added to your Content-Type, as servers cannot read the form without it'
    case 'NOT_FORMATTED':
      return 'the body is not JSON, so it was sent as typed, without Auto-format'
    case 'TOKEN_NOT_RENEWED':
      return `Token not renewed: ${notice.reason.replace(/\.$/, '')}. The request went out with the old token`
    case 'PROXY_RESOLVES_NAME':
      return `the proxy ${notice.proxy} decided which address ${notice.host} has, a name that a script chose; link-local addresses behind it are not blocked here`
  }
}

function unknownVariables(names: readonly string[]): string {
  const verbs = names.length === 1 ? ['has', 'was'] : ['have', 'were']
  return `${names.map(name => `{{${name}}}`).join(', ')} ${verbs[0]} no value and ${verbs[1]} sent as typed`
}
