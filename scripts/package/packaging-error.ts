/** The packages cannot be made; the message is a sentence that says why, and what to do. */
export class PackagingError extends Error {
  override readonly name = 'PackagingError'
}
