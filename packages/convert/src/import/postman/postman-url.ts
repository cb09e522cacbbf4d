import {
  joinRequestUrl,
  type PlainVariable,
  paramsFromUrl,
  type Row,
  splitOutsideVariables,
  splitRequestUrl,
  trimEndOf,
} from '@parley/model'
import { isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { newVariable } from '../new-entities.ts'
import { described, isEnabled, postmanRow } from './postman-rows.ts'

/** The parts of a request that Postman stores in its `url`. */
export interface PostmanUrl {
  readonly url: string
  readonly params: readonly Row[]
  readonly pathParams: readonly Row[]
}

/** Reads a URL: a text, an object with the text and its parts, or an object with only the parts. */
export function postmanUrl(value: JsonValue | undefined): PostmanUrl {
  if (!isObject(value)) {
    const url = textOf(value)
    return { url, params: paramsFromUrl(url, []), pathParams: [] }
  }
  const entries = listOf(member(value, 'query')).filter(isObject)
  const url = isInParts(value) ? builtUrl(value, entries) : withEntries(textMember(value, 'raw'), entries)
  return {
    url,
    params: withUnticked(url, entries),
    pathParams: listOf(member(value, 'variable')).filter(isObject).map(postmanRow),
  }
}

/** The URL of a request, and the variables for names that are only a part of a segment. */
export interface SegmentUrl {
  readonly address: PostmanUrl
  readonly variables: readonly PlainVariable[]
}

/**
 * Reads a URL in which Postman fills in `:id` also before a dot, as in `/:id.json`. There it becomes a variable of the request,
 * as a path variable is a whole segment.
 */
export function postmanSegmentUrl(value: JsonValue | undefined): SegmentUrl {
  const address = postmanUrl(value)
  const { base, ...rest } = splitRequestUrl(address.url)
  const named = new Map(address.pathParams.map(one => [one.name, one]))
  const found = new Set<Row>()
  const segments = base.split('/').map(segment => {
    const name = segment.slice(1, segment.indexOf('.'))
    const row = segment.startsWith(':') && !named.has(segment.slice(1)) ? named.get(name) : undefined
    if (row === undefined) return segment
    found.add(row)
    return `{{${name}}}${segment.slice(1 + name.length)}`
  })
  if (found.size === 0) return { address, variables: [] }
  return {
    address: {
      ...address,
      url: joinRequestUrl({ base: segments.join('/'), ...rest }),
      pathParams: address.pathParams.filter(one => !found.has(one)),
    },
    variables: [...found].map(({ name, value: text }) => newVariable(name, text)),
  }
}

/** Returns whether the parts count. Postman sends them, also where `raw` is another text. */
function isInParts(value: JsonValue): boolean {
  if (textMember(value, 'raw').trim() === '') return true
  const query = member(value, 'query') ?? []
  return joined(member(value, 'host'), '.') !== '' && Array.isArray(query)
}

/** Builds the URL from its parts, as Postman does. */
function builtUrl(value: JsonValue, entries: readonly JsonValue[]): string {
  const host = joined(member(value, 'host'), '.')
  const steps = member(value, 'path')
  const path = joined(steps, '/')
  const hasPath = path !== '' || listOf(steps).length > 0
  const protocol = trimEndOf(textMember(value, 'protocol'), '/').replace(/:$/, '')
  const port = textMember(value, 'port')
  const hash = textMember(value, 'hash')
  const base = [
    protocol === '' || /^[a-z]+:\/\//i.test(host) ? '' : `${protocol}://`,
    credentialsOf(member(value, 'auth')),
    host,
    port === '' ? '' : `:${port}`,
    !hasPath || (typeof steps === 'string' && path.startsWith('/')) ? path : `/${path}`,
  ].join('')
  const query = entries.filter(isEnabled).map(pieceOf)
  return joinRequestUrl({
    base,
    query: query.length === 0 ? null : query.join('&'),
    fragment: hash === '' ? null : hash,
  })
}

/** Joins a part that is a list or a text. */
function joined(part: JsonValue | undefined, separator: string): string {
  if (typeof part === 'string') return part
  const texts = listOf(part).map(one => (isObject(one) ? textMember(one, 'value') : textOf(one)))
  return texts.join(separator)
}

function credentialsOf(auth: JsonValue | undefined): string {
  const [user, password] = [member(auth, 'user'), member(auth, 'password')]
  if (user === undefined && password === undefined) return ''
  return `${textOf(user)}${password === undefined ? '' : `:${textOf(password)}`}@`
}

/** Writes a row of the query. Postman encodes what would end it. */
function pieceOf(entry: JsonValue): string {
  const key = escaped(escaped(escaped(textMember(entry, 'key'), '&'), '#'), '=')
  const value = member(entry, 'value')
  return value === null || value === undefined ? key : `${key}=${escaped(escaped(textOf(value), '&'), '#')}`
}

function escaped(text: string, delimiter: '&' | '#' | '='): string {
  // Most texts have none.
  if (!text.includes(delimiter)) return text
  return splitOutsideVariables(text, delimiter).join(encodeURIComponent(delimiter))
}

/**
 * Corrects the text of a URL. It may include unticked rows, which are not sent, and it may lack a query that
 * exists only in the rows.
 */
function withEntries(raw: string, entries: readonly JsonValue[]): string {
  if (entries.length === 0) return raw
  const parts = splitRequestUrl(raw)
  const enabled = entries.filter(isEnabled).map(pieceOf)
  const all = entries.map(pieceOf)
  const pieces = parts.query === null ? [] : splitOutsideVariables(parts.query, '&')
  const isMissing = parts.query === null && enabled.length > 0
  const holdsUnticked = enabled.length < all.length && pieces.join('&') === all.join('&')
  if (!isMissing && !holdsUnticked) return raw
  return joinRequestUrl({ ...parts, query: enabled.length === 0 ? null : enabled.join('&') })
}

/** Returns the rows of the URL with descriptions, and with the unticked rows at their old positions. */
function withUnticked(url: string, entries: readonly JsonValue[]): readonly Row[] {
  const fresh = paramsFromUrl(url, [])
  const isInStep = entries.filter(isEnabled).length === fresh.length
  const unticked = entries.filter(entry => !isEnabled(entry)).map(postmanRow)
  if (!isInStep) return [...fresh, ...unticked]
  let next = 0
  return entries.map(entry => {
    if (!isEnabled(entry)) return postmanRow(entry)
    next += 1
    const row = fresh[next - 1]
    return row === undefined ? postmanRow(entry) : { ...row, ...described(entry) }
  })
}
