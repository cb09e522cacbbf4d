const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns whether a method changes nothing (RFC 9110 §9.2.1). */
export function isSafeMethod(method: string): boolean {
  return safeMethods.has(method.toUpperCase())
}
