import type { ProxiedRequest } from '@parley/testkit'

/** A name with its value. */
export type Pair = readonly [name: string, value: string]

/** What a file says of a body; `any`: the documented rule does not settle it. */
export type ExpectedBody =
  | { readonly kind: 'none' | 'any' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: readonly Pair[] }
  | { readonly kind: 'parts'; readonly fields: readonly Pair[] }

/** What a file of another client says of one of its requests, by that client's documented rules. */
export interface ExpectedRequest {
  /** Its names, outermost first. */
  readonly name: string
  readonly method: string
  /** The address as typed, with the values of its variables. In its path `ANY` is whatever the sample is. */
  readonly url: string
  /** Rows that the client adds to the query of the address; one may be a name alone. */
  readonly query: readonly (Pair | readonly [name: string])[]
  readonly headers: readonly Pair[]
  readonly body: ExpectedBody
  /** Whether further rows may be in the query, and further headers in the head. */
  readonly isPartial?: boolean
}

/** A file whose requests have marks, and what is expected of each. */
export interface MarkedSource {
  /** The files to import, by their names. */
  readonly files: ReadonlyMap<string, string>
  readonly expected: ReadonlyMap<string, ExpectedRequest>
  /** Values for the variables of the file. */
  readonly values: ReadonlyMap<string, string>
}

/** The header row that says which request of the file arrives. */
export const markName = 'X-Case'

/** Headers that the client or the connection generates; they are compared only where the file has them. */
const generated = new Set([
  ...['user-agent', 'accept', 'accept-encoding', 'connection', 'host', 'content-length', 'transfer-encoding'],
  ...['proxy-connection', 'expect', 'keep-alive', 'content-type'],
])

/** Headers that the connection decides, whatever the file says (RFC 9110 §7.6.1, RFC 9112 §6). */
const ofConnection = new Set([
  ...['host', 'content-length', 'connection', 'transfer-encoding', 'keep-alive', 'proxy-connection'],
  ...['upgrade', 'te', 'trailer', 'expect'],
])

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a member that is a list, or none. */
export function listIn(value: unknown, name: string): readonly Readonly<Record<string, unknown>>[] {
  const list = isMap(value) ? value[name] : undefined
  return Array.isArray(list) ? list.filter(isMap) : []
}

export function textIn(value: unknown, name: string): string {
  const text = isMap(value) ? value[name] : undefined
  return text === undefined || text === null ? '' : String(text)
}

/** Chooses a value for each `{{name}}` of a text: an address where a URL begins with it. */
export function chooseValues(text: string): ReadonlyMap<string, string> {
  const found = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name))
  const names = found(/\{\{ *(?:_\.)?([\w.-]+) *\}\}/g)
  const addresses = found(/"(?:url|endpoint|baseUrl)": ?"\{\{ *(?:_\.)?([\w.-]+) *\}\}/g)
  return new Map(
    [...names].map((name, at) => [name, addresses.has(name) ? `http://host${at}.test` : `value${at}`]),
  )
}

/** Fills in `{{name}}` and `{{ _.name }}`. */
export function filled(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{ *(?:_\.)?([\w.-]+) *\}\}/g, (typed, name) => values.get(name) ?? typed)
}

/** Fills in the variables of a body. */
export function filledBody(body: ExpectedBody, fill: (text: string) => string): ExpectedBody {
  if (body.kind === 'text') return { kind: 'text', text: fill(body.text) }
  if (body.kind === 'form' || body.kind === 'parts')
    return { ...body, fields: body.fields.map(([name, value]): Pair => [fill(name), fill(value)]) }
  return body
}

/** Encodes the credentials of Basic, after their variables were filled in. */
export function encodedBasic([name, value]: Pair): Pair {
  return value.startsWith('Basic ')
    ? [name, `Basic ${Buffer.from(value.slice(6)).toString('base64')}`]
    : [name, value]
}

export function markOf({ headers }: ProxiedRequest): string {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'x-case')
  return at < 0 ? '' : (headers[at + 1] ?? '')
}

/** Returns what differs between a request and what its file says, a line each. */
export function differencesOf(expected: ExpectedRequest, sent: ProxiedRequest): readonly string[] {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(expected.url) ? expected.url : `http://${expected.url}`
  const [, scheme = '', host = '', rest = ''] = /^(\w+):\/\/(?:[^/?#@]*@)?([^/?#]*)([^#]*)/s.exec(url) ?? []
  const port = scheme.toLowerCase() === 'https' && !/:\d+$/.test(host) ? ':443' : ''
  const [path = '', query] = splitOnce(rest, '?')
  const [sentPath = '', sentQuery] = splitOnce(sent.target, '?')
  const rows = [...rowsOf(query), ...expected.query.map(row => row.map(encodeURIComponent).join('='))]
  const lines = [
    compared('method', expected.method.toUpperCase(), sent.method),
    compared(
      'host',
      `${scheme}://${host}${port}`.toLowerCase(),
      `${sent.scheme}://${sent.host}`.toLowerCase(),
    ),
    pathPattern(path).test(normalized(sentPath)) ? '' : `path: ${path} became ${sentPath}`,
    compared('query', rows.join('&'), queryFor(expected, rows, rowsOf(sentQuery)).join('&')),
    compared('headers', ...headersFor(expected, sent)),
    bodyDifference(expected.body, sent),
  ]
  return lines.filter(line => line !== '').map(line => `${expected.name}: ${line}`)
}

function compared(what: string, expected: string, sent: string): string {
  return expected === sent ? '' : `${what}: ${JSON.stringify(expected)} became ${JSON.stringify(sent)}`
}

function splitOnce(text: string, delimiter: string): readonly [string, string | undefined] {
  const at = text.indexOf(delimiter)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function rowsOf(query: string | undefined): readonly string[] {
  return query === undefined || query === '' ? [] : query.split('&').map(normalized)
}

/** Writes a part of a target with one form of percent-encoding; a plus sign stays what it is. */
function normalized(text: string): string {
  return text
    .split(/([+/?=&]|%(?:2B|2F|3F|3D|26))/i)
    .map((piece, at) => {
      if (at % 2 === 1) return piece.toUpperCase()
      const decoded = piece.replace(/(?:%[\da-f]{2})+/gi, code => {
        try {
          return decodeURIComponent(code)
        } catch {
          return code
        }
      })
      return encodeURIComponent(decoded)
    })
    .join('')
}

function pathPattern(path: string): RegExp {
  const steps = normalized(path === '' ? '/' : path).split('ANY')
  return new RegExp(`^${steps.map(step => step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^/]*')}$`)
}

function queryFor(
  { isPartial }: ExpectedRequest,
  rows: readonly string[],
  sent: readonly string[],
): readonly string[] {
  return isPartial ? rows.filter(row => sent.includes(row)) : sent
}

function headersFor({ headers, body, isPartial }: ExpectedRequest, sent: ProxiedRequest): [string, string] {
  const named = new Set(headers.map(([name]) => name.toLowerCase()))
  // A form has a boundary of its own, whatever is typed.
  if (body.kind === 'parts') named.delete('content-type')
  const isCompared = (name: string) => {
    if (name === 'x-case' || ofConnection.has(name)) return false
    return named.has(name) || !(isPartial || generated.has(name))
  }
  const linesOf = (pairs: readonly Pair[]) =>
    pairs
      .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
      .filter(([name]) => isCompared(name) && !name.startsWith(':'))
      .map(pair => pair.join(': '))
      .sort()
      .join('\n')
  const own: Pair[] = []
  for (let at = 0; at < sent.headers.length; at += 2)
    own.push([sent.headers[at] ?? '', Buffer.from(sent.headers[at + 1] ?? '', 'latin1').toString()])
  return [linesOf(headers), linesOf(own)]
}

function bodyDifference(expected: ExpectedBody, { body, headers }: ProxiedRequest): string {
  const text = body.toString()
  const type = headers.find((_, at) => headers[at - 1]?.toLowerCase() === 'content-type') ?? ''
  switch (expected.kind) {
    case 'any':
      return ''
    case 'none':
      return compared('body', '', text)
    case 'text':
      return compared('body', expected.text, text)
    case 'json':
      return compared('body', JSON.stringify(expected.value), withoutSpaces(text))
    case 'form':
      return compared('form', JSON.stringify(expected.fields), JSON.stringify([...new URLSearchParams(text)]))
    case 'parts':
      return compared('parts', JSON.stringify(expected.fields), JSON.stringify(partsIn(text, type)))
  }
}

function withoutSpaces(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

function partsIn(text: string, type: string): readonly Pair[] {
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1]
  if (boundary === undefined) return [['no boundary', type]]
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map(part => {
      const [head = '', ...value] = part.slice(2, -2).split('\r\n\r\n')
      return [/ name="([^"]*)"/.exec(head)?.[1] ?? '', value.join('\r\n\r\n')]
    })
}
