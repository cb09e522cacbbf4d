/** The server cannot start for a reason that the user can mend; the message says which and how. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
