/** A member that another client has and this one has not: it says so by name, the stack tells the line. */
export function notSupported(name: string): () => never {
  return () => {
    throw new Error(`${name} is not supported`)
  }
}
