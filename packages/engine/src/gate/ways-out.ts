/**
 * Every way in which Parley sends something for a request. A message names its way, so that a new caller of the
 * transport adds an entry, and the test of this list fails until it covers it (attacks SE8).
 */
export const waysOut = [
  /** The request itself, also of a run, with each round that answers a challenge. */
  'request',
  /** `sendRequest` of a script (spec 4.10). */
  'scriptRequest',
  /** Asks for a token by grant, within a send or by Get New Access Token (spec 5.2). */
  'tokenRequest',
  /** Renews a token by its refresh token. */
  'tokenRenewal',
  /** Asks for the code of a device (RFC 8628). */
  'deviceAuthorization',
  /** The page in which the user signs in, opened in the browser. */
  'signInPage',
] as const

export type WayOut = (typeof waysOut)[number]
