/** The server cannot start for a reason that the user can fix; the message says which and how. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
