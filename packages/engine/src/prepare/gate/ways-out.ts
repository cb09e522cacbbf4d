/**
 * Every way in which Parley sends something for a request. Each message names its way, so a new caller of the
 * transport must add one, and the test of this list fails until it covers it (attacks SE8).
 */
export const waysOut = [
  /** The request itself, also in a run, including rounds that answer a challenge. */
  'request',
  /** The handshake of a WebSocket. */
  'webSocket',
  /** A message over a WebSocket that is open. */
  'webSocketMessage',
  /** A gRPC call. */
  'grpc',
  /** A message of a gRPC call that has begun. */
  'grpcMessage',
  /** A question to a gRPC server about its services. */
  'reflection',
  /** `sendRequest` in a script (behaviour 4.10). */
  'scriptRequest',
  /** Requests a token with a grant, within a send or with Get New Access Token (behaviour 5.2). */
  'tokenRequest',
  /** Renews a token with its refresh token. */
  'tokenRenewal',
  /** Requests a device code (RFC 8628). */
  'deviceAuthorization',
  /** An introspection query for the schema of a GraphQL request. */
  'schema',
  /** A question to the service of the assistant, or for its models. */
  'assistant',
  /** The sign-in page, opened in the browser. */
  'signInPage',
] as const

export type WayOut = (typeof waysOut)[number]
