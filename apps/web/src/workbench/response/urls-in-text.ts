import { type HttpRequest, newHttpRequest } from '@parley/model'

/** A URL in a text: its range, and itself. */
export interface FoundUrl {
  readonly from: number
  readonly to: number
  readonly url: string
}

/** A longer one is data, in UTF-16 units. */
const longestUrl = 8_000
/** More than a screen shows. */
const mostUrls = 1_000

/**
 * Returns the first thousand `http` and `https` URLs in a text, in order. The slashes may be escaped as some servers write
 * them in JSON. Each character is looked at twice at most.
 */
export function urlsIn(text: string): readonly FoundUrl[] {
  const found: FoundUrl[] = []
  for (let at = text.indexOf('http'); at >= 0 && found.length < mostUrls; ) {
    const start = startOfHost(text, at)
    const end = start === null ? at + 4 : endOfUrl(text, start)
    if (start !== null && end > start && end - at <= longestUrl)
      found.push({ from: at, to: end, url: text.slice(at, end).replaceAll('\\/', '/') })
    at = text.indexOf('http', Math.max(end, at + 4))
  }
  return found
}

/** Returns the URL at a position in a text, also at its end; null if there is none. */
export function urlAt(text: string, position: number): FoundUrl | null {
  return urlsIn(text).find(({ from, to }) => position >= from && position <= to) ?? null
}

/** Returns where the authority begins after `http`; null if no URL begins there. */
function startOfHost(text: string, at: number): number | null {
  if (isLetterOrDigit(text.charCodeAt(at - 1))) return null
  const colon = text.startsWith('https', at) ? at + 5 : at + 4
  if (text.startsWith('://', colon)) return colon + 3
  return text.startsWith(':\\/\\/', colon) ? colon + 5 : null
}

/** Marks that end a sentence rather than a URL. */
const sentenceMarks = '.,;:!?'

function endOfUrl(text: string, start: number): number {
  let end = start
  /** Brackets that are open, so that one of the text around the URL is left out. */
  const open = { ')': 0, ']': 0 }
  for (; end < text.length; end += 1) {
    const character = text[end] ?? ''
    if (character === '(') open[')'] += 1
    else if (character === '[') open[']'] += 1
    else if (character === ')' || character === ']') {
      if (open[character] === 0) break
      open[character] -= 1
    } else if (character === '\\' ? text[end + 1] !== '/' : !isInUrl(text.charCodeAt(end))) break
  }
  while (end > start && sentenceMarks.includes(text[end - 1] ?? ' ')) end -= 1
  return end
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/** What may not be in a URL and ends it, such as quotes and braces. */
const ends: ReadonlySet<number> = new Set([...'"\'<>`{}|^'].map(character => character.charCodeAt(0)))

/** Letters of all languages can be in a URL, but no spaces, and nothing that hides or reorders. */
function isInUrl(code: number): boolean {
  if (code < 0x80) return code > 0x20 && code < 0x7f && !ends.has(code)
  const isBlank = code <= 0xa0 || code === 0xad || code === 0x61c || code === 0xfeff
  const isPunctuation = (code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f)
  return !isBlank && !isPunctuation
}

/** Returns the URL that a reference leads to (RFC 3986 §5.2); null if it is none of `http` and `https`. */
export function resolvedUrl(reference: string, base: string): string | null {
  if (reference.length > longestUrl) return null
  const url = URL.canParse(reference, base || undefined) ? new URL(reference, base || undefined) : null
  return url === null || !/^https?:$/.test(url.protocol) ? null : url.href
}

/** Returns the URLs that the value of a header field leads to; those of Location and Link may be relative to `base`. */
export function urlsInField(
  { name, value }: { readonly name: string; readonly value: string },
  base: string,
): readonly FoundUrl[] {
  const field = name.toLowerCase()
  if (field === 'link') return linkTargets(value, base)
  if (field !== 'location' && field !== 'content-location') return urlsIn(value)
  const url = resolvedUrl(value.trim(), base)
  return url === null || value.trim() === '' ? [] : [{ from: 0, to: value.length, url }]
}

/** Each target of Link is in angle brackets (RFC 8288 §3). */
function linkTargets(value: string, base: string): readonly FoundUrl[] {
  const found: FoundUrl[] = []
  for (let at = value.indexOf('<'); at >= 0 && found.length < mostUrls; at = value.indexOf('<', at + 1)) {
    const end = value.indexOf('>', at)
    if (end < 0) break
    const url = resolvedUrl(value.slice(at + 1, end), base)
    if (url !== null) found.push({ from: at + 1, to: end, url })
    at = end
  }
  return found
}

/** Returns a request for a URL that a server wrote: in it nothing is the name of a variable. */
export function requestOfUrl(url: string): HttpRequest {
  const literal = url.replaceAll('{', '%7B').replaceAll('}', '%7D').replaceAll('/:', '/%3A')
  return newHttpRequest({ url: literal })
}
