/**
 * Returns whether a text matches a pattern in which each `*` stands for any characters, also none. Each part is searched for
 * once, so that many stars cost no more than one.
 */
export function matchesWildcards(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
