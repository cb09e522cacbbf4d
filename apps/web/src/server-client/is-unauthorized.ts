/** Returns true for the server's response to a token that it does not know. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 401
}
