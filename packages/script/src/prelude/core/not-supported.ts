/** Creates a member that Parley does not support: it throws its name, and the stack has the line. */
export function notSupported(name: string): () => never {
  return () => {
    throw new Error(`${name} is not supported`)
  }
}
