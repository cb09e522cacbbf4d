import { type Row, row, trimFieldValue } from '@parley/model'
import type { CommandReport } from './command-report.ts'
import type { CurlArgument } from './read-arguments.ts'

/** The rows of the Headers and Cookies tables. */
export interface CurlHeaders {
  readonly headers: readonly Row[]
  readonly cookies: readonly Row[]
}

/** The encodings that curl requests for `--compressed`. */
const compressedEncodings = 'deflate, gzip, br, zstd'

/**
 * Returns the headers of a command: the typed ones in their order, then those of other options. As in curl, a
 * typed header takes precedence over an option.
 */
export function curlHeaders(
  values: readonly CurlArgument[],
  last: (name: string) => CurlArgument | undefined,
  report: CommandReport,
): CurlHeaders {
  const typed = values.filter(one => one.name === 'header').flatMap(one => typedHeader(one, report))
  const isMissing = (name: string) => !typed.some(one => one.name.toLowerCase() === name.toLowerCase())
  const made: Row[] = []
  const add = (name: string, value: string) => {
    if (isMissing(name)) made.push(row(name, value))
  }
  const agent = last('user-agent')
  if (agent?.value === '') report.note('HEADER_NOT_REMOVED', 'User-Agent', agent.offset)
  else if (agent) add('User-Agent', agent.value)
  const referer = last('referer')?.value.replace(/;auto$/, '') ?? ''
  if (referer !== '') add('Referer', referer)
  const range = last('range')
  // curl adds the hyphen to a number alone.
  if (range) add('Range', `bytes=${range.value}${range.value.includes('-') ? '' : '-'}`)
  if (last('compressed')?.isOff === false) add('Accept-Encoding', compressedEncodings)
  if (last('json')) {
    add('Content-Type', 'application/json')
    add('Accept', 'application/json')
  }
  return withCookies([...typed, ...made], values, report)
}

/**
 * Parses a typed header: `Name: value`; `Name;` has an empty value; `Name:` removes a generated header;
 * `@file` contains headers.
 */
function typedHeader({ value, valueOffset }: CurlArgument, report: CommandReport): readonly Row[] {
  if (value.startsWith('@')) {
    report.note('NO_PLACE', `--header ${value}`, valueOffset)
    report.file(value.slice(1), 'headers', valueOffset)
    return []
  }
  const colon = value.indexOf(':')
  if (colon < 0) {
    if (/^[^\s;]+;\s*$/.test(value)) return [row(value.slice(0, value.indexOf(';')), '')]
    report.note('HEADER_IGNORED', value, valueOffset)
    return []
  }
  const name = value.slice(0, colon).trimEnd()
  const content = trimFieldValue(value.slice(colon + 1))
  if (content !== '') return [row(name, content)]
  if (generatedNames.has(name.toLowerCase())) report.note('HEADER_NOT_REMOVED', name, valueOffset)
  return []
}

/** The headers that Parley sends unless a row replaces them; curl's other default headers are not sent. */
const generatedNames = new Set(['host', 'user-agent', 'content-type', 'content-length'])

/**
 * Adds cookies; a typed `Cookie` takes precedence over `--cookie`. They become rows of the Cookies table if
 * those write the same text.
 */
function withCookies(
  headers: readonly Row[],
  values: readonly CurlArgument[],
  report: CommandReport,
): CurlHeaders {
  const texts: string[] = []
  const typed = headers.filter(one => one.name.toLowerCase() === 'cookie')
  for (const { value, valueOffset } of values.filter(one => one.name === 'cookie')) {
    if (!value.includes('=')) {
      if (value !== '') {
        report.note('NO_PLACE', `--cookie ${value}`, valueOffset)
        report.file(value, 'cookies', valueOffset)
      }
    } else if (typed.length > 0) report.note('COOKIES_REPLACED', cookieNames(value), valueOffset)
    else texts.push(value)
  }
  const [onlyTyped] = typed
  if (onlyTyped !== undefined && typed.length === 1) texts.push(onlyTyped.value)
  if (typed.length > 1 || texts.length === 0) return { headers, cookies: [] }
  // curl joins two options with a bare semicolon; RFC 6265 §4.2.1 requires a space as well.
  const text = texts.join('; ')
  const cookies = cookieRows(text)
  if (cookies !== null) return { headers: headers.filter(one => one !== onlyTyped), cookies }
  return { headers: onlyTyped === undefined ? [...headers, row('Cookie', text)] : headers, cookies: [] }
}

/** Returns only the names, because the values are credentials and a note may be stored in a file. */
function cookieNames(text: string): string {
  return text
    .split(/; */)
    .map(pair => `${pair.split('=')[0]}=…`)
    .join('; ')
}

/** Parses cookies as rows; null if the rows would not write exactly the same text. */
function cookieRows(text: string): readonly Row[] | null {
  const rows: Row[] = []
  for (const pair of text.split('; ')) {
    const equals = pair.indexOf('=')
    if (equals < 1) return null
    rows.push(row(pair.slice(0, equals), pair.slice(equals + 1)))
  }
  return rows
}
