/** The language service takes minutes for thousands of open brackets; no query has hundreds. */
const deepest = 300

/** Returns whether brackets are nested too deeply for the language service. Those in strings count as well. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (const { 0: bracket } of text.matchAll(/[{}()[\]]/g)) {
    depth += '{(['.includes(bracket) ? 1 : -1
    if (depth > deepest) return true
  }
  return false
}
