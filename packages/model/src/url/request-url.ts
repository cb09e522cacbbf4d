/**
 * A request's URL cut at its delimiters (RFC 3986 §3), every part as typed: nothing is decoded,
 * encoded or normalised, so that joining the parts gives the very text again.
 */
export interface RequestUrlParts {
  /** All before the `?`, with any scheme, authority and path. */
  readonly base: string
  /** Without its `?`; null where there is no `?`. */
  readonly query: string | null
  /** Without its `#`; null where there is no `#`. */
  readonly fragment: string | null
}

/** Delimiters inside `{{…}}` belong to the variable's name and cut nothing. */
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

/** Cuts at a one-character delimiter wherever it stands outside `{{…}}`. */
export function splitOutsideVariables(text: string, delimiter: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (const at of placesOutsideVariables(text, delimiter, 0)) {
    pieces.push(text.slice(start, at))
    start = at + 1
  }
  pieces.push(text.slice(start))
  return pieces
}

/** Where a one-character delimiter first stands outside `{{…}}`, at or after `from`, or -1. */
export function indexOutsideVariables(text: string, delimiter: string, from = 0): number {
  for (const at of placesOutsideVariables(text, delimiter, from)) return at
  return -1
}

/** One pass: a `{{` that is never closed is looked for its end once, not once a delimiter. */
function* placesOutsideVariables(text: string, delimiter: string, from: number): Generator<number> {
  let position = from
  let mayClose = true
  while (position < text.length) {
    if (mayClose && text.startsWith('{{', position)) {
      const end = text.indexOf('}}', position + 2)
      mayClose = end >= 0
      if (mayClose) {
        position = end + 2
        continue
      }
    }
    if (text[position] === delimiter) yield position
    position += 1
  }
}
