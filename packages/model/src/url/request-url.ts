/**
 * The parts of a request's URL (RFC 3986 §3), as typed: nothing is decoded, encoded or normalized, so joining
 * the parts restores the text.
 */
export interface RequestUrlParts {
  /** Everything before the `?`: scheme, authority and path. */
  readonly base: string
  /** Without its `?`; null if there is none. */
  readonly query: string | null
  /** Without its `#`; null if there is none. */
  readonly fragment: string | null
}

/** Splits a URL. Delimiters within `{{…}}` belong to the variable's name. */
export function splitRequestUrl(url: string): RequestUrlParts {
  const fragmentStart = indexOutsideVariables(url, '#')
  const withoutFragment = fragmentStart < 0 ? url : url.slice(0, fragmentStart)
  const queryStart = indexOutsideVariables(withoutFragment, '?')
  return {
    base: queryStart < 0 ? withoutFragment : withoutFragment.slice(0, queryStart),
    query: queryStart < 0 ? null : withoutFragment.slice(queryStart + 1),
    fragment: fragmentStart < 0 ? null : url.slice(fragmentStart + 1),
  }
}

export function joinRequestUrl(parts: RequestUrlParts): string {
  const query = parts.query === null ? '' : `?${parts.query}`
  const fragment = parts.fragment === null ? '' : `#${parts.fragment}`
  return parts.base + query + fragment
}

const variableStart = '{{'
const wholeVariable = /\{\{[^{}]+\}\}/g

/** Splits a text at a one-character delimiter outside `{{…}}`. */
export function splitOutsideVariables(text: string, delimiter: string): string[] {
  if (!text.includes(variableStart) || !text.includes(delimiter)) return text.split(delimiter)
  const pieces: string[] = []
  let start = 0
  for (const at of placesOutsideVariables(text, delimiter, 0)) {
    pieces.push(text.slice(start, at))
    start = at + 1
  }
  pieces.push(text.slice(start))
  return pieces
}

/**
 * Returns the position of the first one-character delimiter outside `{{…}}`, at or after `from`; -1 if there
 * is none.
 */
export function indexOutsideVariables(text: string, delimiter: string, from = 0): number {
  // Most texts name no variable, and each send looks through its URL several times.
  if (!text.includes(variableStart, from)) return text.indexOf(delimiter, from)
  for (const at of placesOutsideVariables(text, delimiter, from)) return at
  return -1
}

/** Escapes the pairs of braces that belong to no `{{name}}`. */
export function escapeLooseBraces(text: string): string {
  const escaped = (part: string) => part.replaceAll('{{', '%7B%7B').replaceAll('}}', '%7D%7D')
  let result = ''
  let end = 0
  for (const { 0: variable, index } of text.matchAll(wholeVariable)) {
    result += escaped(text.slice(end, index)) + variable
    end = index + variable.length
  }
  return result + escaped(text.slice(end))
}

/** In one pass. A variable is what a send fills in: its name has no brace. */
function* placesOutsideVariables(text: string, delimiter: string, from: number): Generator<number> {
  let at = text.indexOf(delimiter, from)
  for (const { 0: variable, index } of text.slice(from).matchAll(wholeVariable)) {
    const start = from + index
    for (; at >= 0 && at < start; at = text.indexOf(delimiter, at + 1)) yield at
    const end = start + variable.length
    if (at >= 0 && at < end) at = text.indexOf(delimiter, end)
  }
  for (; at >= 0; at = text.indexOf(delimiter, at + 1)) yield at
}
