import type { HeaderField } from '@parley/model'

/** One challenge of a `WWW-Authenticate` or `Proxy-Authenticate` header (RFC 9110 §11.6.1, §11.7.1). */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string
  /** Names in lower case, values without quotes. */
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * Returns the challenges of a response in order, from one or several headers. Invalid ones are skipped.
 * @param name - of the headers, in lower case
 */
export function parseChallenges(
  headers: readonly HeaderField[],
  name = 'www-authenticate',
): readonly Challenge[] {
  return headers.filter(field => field.name.toLowerCase() === name).flatMap(challengesOf)
}

/** Returns `name=value` pairs, which `Authentication-Info` uses too (RFC 7615 §3). */
export function parseParameters(text: string): ReadonlyMap<string, string> {
  const [challenge] = challengesOf({ name: '', value: `x ${text}` })
  return challenge?.parameters ?? new Map()
}

/** Schemes and parameters of one header. Servers send some ten; what follows is not read. */
const mostPieces = 1000

function challengesOf({ value }: HeaderField): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = []
  let count = 0
  for (let next = pieceAt(value, 0); next !== null; next = pieceAt(value, next.end)) {
    count += 1
    if (count > mostPieces) break
    const { name, text } = next
    if (text === null) challenges.push({ scheme: name.toLowerCase(), parameters: new Map() })
    else challenges.at(-1)?.parameters.set(name.toLowerCase(), text)
  }
  return challenges
}

/** A parameter, or a scheme, whose text is null. */
interface Piece {
  readonly name: string
  readonly text: string | null
  /** Behind it. */
  readonly end: number
}

/** Returns the piece at a position, which separators may precede; null if there is none. Nothing is read more than twice. */
function pieceAt(value: string, from: number): Piece | null {
  const start = skip(value, from, separator)
  const end = skip(value, start, tokenCharacter)
  if (start === end) return null
  const name = value.slice(start, end)
  const equals = skip(value, end, space)
  const parameter = value[equals] === '=' ? parameterAt(value, skip(value, equals + 1, space)) : null
  return parameter === null ? { name, text: null, end: endOfToken68(value, end) } : { name, ...parameter }
}

/** Returns a value that a separator or the end follows; null if it is none. */
function parameterAt(value: string, from: number): Pick<Piece, 'text' | 'end'> | null {
  const end = value[from] === '"' ? endOfQuoted(value, from) : skip(value, from, plainCharacter)
  if (!isEnd(value, end)) return null
  const isQuoted = value[from] === '"'
  return {
    text: isQuoted ? value.slice(from + 1, end - 1).replace(/\\(.)/gs, '$1') : value.slice(from, end),
    end,
  }
}

/** Returns the position behind a quoted string; that of its beginning if it does not end. */
function endOfQuoted(value: string, from: number): number {
  for (let at = from + 1; at < value.length; at += 1) {
    if (value[at] === '"') return at + 1
    if (value[at] === '\\') at += 1
  }
  return from
}

/** Returns the position behind the credentials that can follow a scheme instead of parameters; that of its end without any. */
function endOfToken68(value: string, schemeEnd: number): number {
  const start = skip(value, schemeEnd, space)
  const letters = skip(value, start, token68Character)
  const end = skip(value, letters, equalsSign)
  return start > schemeEnd && letters > start && isEnd(value, end) ? end : schemeEnd
}

function isEnd(value: string, at: number): boolean {
  const next = skip(value, at, space)
  return next === value.length || value[next] === ','
}

const separator = /[\s,]*/y
const space = /\s*/y
const tokenCharacter = /[!#$%&'*+\-.^_`|~\w]*/y
const plainCharacter = /[^\s,"]*/y
const token68Character = /[A-Za-z0-9\-._~+/]*/y
const equalsSign = /=*/y

/** Returns the position behind the characters at a position that an expression skips, all in one step. */
function skip(value: string, from: number, skipped: RegExp): number {
  skipped.lastIndex = from
  return skipped.test(value) ? skipped.lastIndex : from
}
