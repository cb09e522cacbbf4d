/** Something about a send that the user should know and that did not stop it. */
export type Notice =
  /** Names that no scope knows stay in the request as typed (product decisions). */
  { readonly code: 'UNKNOWN_VARIABLES'; readonly names: readonly string[] }
