/** The members of an OAuth response; numbers are converted to text. */
export type TokenResponseMembers = ReadonlyMap<string, string>

/**
 * Reads a response of a token endpoint: JSON, whatever its media type, or a form, which some servers send
 * (RFC 6749 §5.1). Returns an empty map for anything else.
 */
export function readTokenResponse(text: string): TokenResponseMembers {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (typeof value !== 'object' || value === null) return new Map()
    return new Map(
      Object.entries(value).flatMap(([name, member]) =>
        typeof member === 'string' || typeof member === 'number' ? [[name, String(member)] as const] : [],
      ),
    )
  } catch {
    return readForm(text)
  }
}

function readForm(text: string): TokenResponseMembers {
  const pairs = text
    .trim()
    .split('&')
    .map(pair => /^([A-Za-z_]\w*)=([^\s<>]*)$/.exec(pair))
  if (pairs.some(pair => pair === null)) return new Map()
  return new Map(pairs.map(pair => [pair?.[1] ?? '', decoded(pair?.[2] ?? '')] as const))
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
