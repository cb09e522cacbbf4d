import { joinRequestUrl, splitRequestUrl } from '@parley/model'
import { type CommandReport, CurlFaultError } from './command-report.ts'
import type { ShellWord } from './shell-reader.ts'

/** How to read the URLs of a command. */
export interface UrlReading {
  readonly isGlobOff: boolean
  readonly isPathAsIs: boolean
  /** The query that `-G` and `--url-query` add; null: none. */
  readonly addedQuery: string | null
}

/** The maximum number of requests that a pattern may create. */
const maximumExpansion = 100

/** Returns the request URLs for a URL of a command, which may be a pattern. */
export function requestUrls(
  word: ShellWord,
  { isGlobOff, isPathAsIs, addedQuery }: UrlReading,
  report: CommandReport,
): readonly string[] {
  const typed = word.text.trim()
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(typed)?.[1]?.toLowerCase()
  if (scheme !== undefined && !/^(?:http|ws)s?$/.test(scheme))
    throw new CurlFaultError('UNSUPPORTED_SCHEME', scheme, word.offset)
  const expanded = isGlobOff ? [typed] : expandGlob(typed)
  if (expanded === null) report.note('URL_NOT_EXPANDED', typed, word.offset)
  return (expanded ?? [typed])
    .map(url => (isPathAsIs ? url : withoutDotSegments(url)))
    .map(url => (addedQuery === null || addedQuery === '' ? url : withQuery(url, addedQuery)))
}

function withQuery(url: string, added: string): string {
  const parts = splitRequestUrl(url)
  const before = parts.query ?? ''
  const joint = before === '' || before.endsWith('&') ? '' : '&'
  return joinRequestUrl({ ...parts, query: before + joint + added })
}

/** Removes dot segments (RFC 3986 §5.2.4), as curl does without `--path-as-is`. */
export function withoutDotSegments(url: string): string {
  const parts = splitRequestUrl(url)
  const [, head = '', path = ''] = /^((?:[a-z][a-z0-9+.-]*:\/\/)?[^/]*)([\s\S]*)$/i.exec(parts.base) ?? []
  if (!/\/\.\.?(?:\/|$)/.test(path)) return url
  const kept: string[] = []
  const segments = path.split('/').slice(1)
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1
    if (segment === '..') kept.pop()
    if (segment === '.' || segment === '..') {
      if (isLast) kept.push('')
    } else kept.push(segment)
  }
  return joinRequestUrl({ ...parts, base: `${head}/${kept.join('/')}` })
}

/**
 * Expands curl's URL patterns: `{a,b}`, `[1-3]`, `[001-100:10]`, `[a-z]`. `{{name}}` is a Parley variable.
 * Returns null for an invalid pattern or too many URLs.
 */
function expandGlob(url: string): readonly string[] | null {
  let urls = ['']
  let at = 0
  while (at < url.length) {
    const piece = nextPiece(url, at)
    if (piece === null) return null
    if (urls.length * piece.texts.length > maximumExpansion) return null
    urls = urls.flatMap(before => piece.texts.map(text => before + text))
    at = piece.end
  }
  return urls
}

interface GlobPiece {
  readonly texts: readonly string[]
  readonly end: number
}

function nextPiece(url: string, at: number): GlobPiece | null {
  const character = url[at] ?? ''
  if (url.startsWith('{{', at)) {
    const end = url.indexOf('}}', at)
    if (end >= 0) return { texts: [url.slice(at, end + 2)], end: end + 2 }
  }
  if (character === '\\' && /[{}[\]]/.test(url[at + 1] ?? ''))
    return { texts: [url[at + 1] ?? ''], end: at + 2 }
  if (character === '{') {
    const end = url.indexOf('}', at)
    return end < 0 ? null : { texts: url.slice(at + 1, end).split(','), end: end + 1 }
  }
  if (character === '[') return rangePiece(url, at)
  return { texts: [character], end: at + 1 }
}

/** Parses a range; an IPv6 address and empty brackets are not ranges. */
function rangePiece(url: string, at: number): GlobPiece | null {
  const end = url.indexOf(']', at)
  if (end < 0) return null
  const inner = url.slice(at + 1, end)
  if (inner === '' || /^(?=[0-9a-f.]*:)[0-9a-f:.]*(?:%[\w.-]+)?$/i.test(inner))
    return { texts: [url.slice(at, end + 1)], end: end + 1 }
  const [, from = '', to = '', step = '1'] = /^(\d+|[A-Za-z])-(\d+|[A-Za-z])(?::(\d+))?$/.exec(inner) ?? []
  const isNumeric = /^\d+$/.test(from) && /^\d+$/.test(to)
  if (from === '' || (!isNumeric && (/\d/.test(from) || /\d/.test(to))) || Number(step) < 1) return null
  const first = isNumeric ? Number(from) : from.charCodeAt(0)
  const last = isNumeric ? Number(to) : to.charCodeAt(0)
  if (last < first || (last - first) / Number(step) >= maximumExpansion) return null
  const texts: string[] = []
  for (let value = first; value <= last; value += Number(step))
    texts.push(isNumeric ? String(value).padStart(from.length, '0') : String.fromCharCode(value))
  return { texts, end: end + 1 }
}
