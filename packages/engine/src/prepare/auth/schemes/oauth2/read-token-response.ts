/** The members of an OAuth response; numbers are converted to text. */
export type TokenResponseMembers = ReadonlyMap<string, string>

/**
 * Reads a response of a token endpoint: JSON, whatever its media type, or a form, which some servers send
 * (RFC 6749 §5.1). Returns an empty map for anything else, also for a form that is longer than {@link longestForm}.
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

/** In UTF-16 units. What is longer is a page or a file that only looks like a form. */
export const longestForm = 65_536

function readForm(text: string): TokenResponseMembers {
  const members = new Map<string, string>()
  const form = text.trim()
  if (form.length > longestForm) return members
  for (const pair of form.split('&')) {
    const [, name, value] = /^([A-Za-z_]\w*)=([^\s<>]*)$/.exec(pair) ?? []
    if (name === undefined || value === undefined) return new Map()
    members.set(name, decoded(value))
  }
  return members
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
