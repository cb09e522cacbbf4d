import { revealInvisible } from '@parley/model'

/** Times before September 2001 and after the year 2099 are more likely other numbers. */
const earliestSeconds = 1_000_000_000
const latestSeconds = 4_102_444_800

/** More than anybody reads of a token. */
const longestPart = 2_000

/**
 * Returns what a value of a response means, line by line: the moment of a number of seconds or milliseconds since 1970, or the
 * parts of a JSON Web Token (RFC 7519), whose signature is not checked. Null for any other value.
 * @param nowMs - milliseconds since the epoch
 */
export function meaningOf(value: string, nowMs: number): readonly string[] | null {
  const moment = momentOf(value)
  return moment === null ? tokenLines(value, nowMs) : [moment]
}

function momentOf(value: string): string | null {
  if (value.length !== 10 && value.length !== 13) return null
  const number = Number(value)
  return Number.isSafeInteger(number) && String(number) === value
    ? momentOfSeconds(value.length === 10 ? number : number / 1000)
    : null
}

function momentOfSeconds(seconds: number): string | null {
  if (seconds < earliestSeconds || seconds >= latestSeconds) return null
  const moment = new Date(seconds * 1000)
  const utc = moment.toISOString().replace('T', ' ').replace('.000Z', '').replace('Z', '')
  const local = moment.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'long' })
  return `${utc} UTC · ${local}`
}

function tokenLines(value: string, nowMs: number): readonly string[] | null {
  const [header, payload, signature, ...more] = value.split('.')
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) return null
  const [head, claims] = [header, payload].map(decodedObject)
  if (head == null || claims == null || Reflect.get(head.value, 'alg') === undefined) return null
  const times = [
    ['Issued', 'iat'],
    ['Not before', 'nbf'],
    ['Expires', 'exp'],
  ].flatMap(([label = '', name = '']) => {
    const seconds: unknown = Reflect.get(claims.value, name)
    const moment = typeof seconds === 'number' ? momentOfSeconds(Math.floor(seconds)) : null
    if (moment === null || typeof seconds !== 'number') return []
    return [`${label} ${moment}${name === 'exp' && seconds * 1000 < nowMs ? ' · expired' : ''}`]
  })
  return [`Header ${shown(head.text)}`, `Payload ${shown(claims.text)}`, ...times]
}

function shown(text: string): string {
  const revealed = revealInvisible(text)
  return revealed.length > longestPart ? `${revealed.slice(0, longestPart)}…` : revealed
}

/** Returns the object in a part of a token, with its text; null if it is none. */
function decodedObject(part: string): { readonly text: string; readonly value: object } | null {
  try {
    const bytes = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, one => one.charCodeAt(0)),
    )
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { text, value } : null
  } catch {
    return null
  }
}

/** The longest value that is looked at, in UTF-16 units. */
const longestValue = 16_384

/** Returns the range of the value around a position in a line: letters, digits, and the signs of Base64url. */
export function valueAround(
  line: string,
  position: number,
): { readonly from: number; readonly to: number } | null {
  let from = position
  while (from > 0 && position - from < longestValue && isPart(line.charCodeAt(from - 1))) from -= 1
  let to = position
  while (to < line.length && to - position < longestValue && isPart(line.charCodeAt(to))) to += 1
  return to - from > 0 && to - from < longestValue ? { from, to } : null
}

function isPart(code: number): boolean {
  const isDigit = code >= 48 && code <= 57
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  return isDigit || isLetter || code === 45 || code === 46 || code === 95
}
