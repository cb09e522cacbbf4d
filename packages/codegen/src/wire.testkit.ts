import { createHash } from 'node:crypto'
import {
  authSessionInMemory,
  type EnginePorts,
  executeRequest,
  noAllowedOrigins,
  type RequestContext,
  type SendOutcome,
  withoutScripts,
} from '@parley/engine'
import type { HeaderField, HttpRequest } from '@parley/model'
import { type RecordedRequest, type Sink, startSink } from '@parley/testkit'
import { createTransport, filesByPath } from '@parley/transport'
import type { CodeTargetId } from './code-targets.ts'
import { fixedPorts } from './prepare-code.testkit.ts'

/** The path for which the server asks for Digest. */
export const digestPath = '/digest'

/** Starts a server that records requests, and asks for Digest below {@link digestPath}. */
export function startWire(): Promise<Sink> {
  return startSink(({ url, headers }) => {
    const isAsked = url.startsWith(digestPath) && fieldValue(headers, 'authorization') === undefined
    const challenge = ['WWW-Authenticate', 'Digest realm="r", nonce="n", qop="auth", algorithm=MD5']
    return isAsked
      ? { statusCode: 401, headers: challenge, content: '' }
      : { statusCode: 200, headers: ['Content-Type', 'application/json'], content: '{}' }
  })
}

/** The token that a send obtains, and that a user fills into the code. */
export const obtainedToken = 'obtained-token'

const token = { accessToken: obtainedToken, idToken: '', refreshToken: '', expiresAt: null }

/** Sends a request like `parley send`, with a fixed clock and fixed random numbers. */
export function sendByEngine(request: HttpRequest, context: RequestContext): Promise<SendOutcome> {
  const session = authSessionInMemory()
  const ports: EnginePorts = {
    ...fixedPorts,
    transport: createTransport({ bodyStore: forgetfulStore }),
    scripts: withoutScripts,
    history: { record: async () => {} },
    authSession: { ...session, tokens: { ...session.tokens, held: async () => token } },
    secretHosts: noAllowedOrigins,
    files: filesByPath,
  }
  return executeRequest({ request, context, ports, signal: new AbortController().signal })
}

/** A body store that keeps nothing, because responses are not checked. */
const forgetfulStore = {
  create: async () => ({ handle: '', write: async () => {}, close: async () => {} }),
}

function fieldValue(headers: readonly HeaderField[], name: string): string | undefined {
  return headers.find(field => field.name.toLowerCase() === name)?.value
}

/**
 * Fields that each client writes differently, with the reason; they are compared only if the request has
 * them.
 */
const fieldsOfTheClient: ReadonlyMap<string, string> = new Map([
  ['host', 'is the address that was connected to'],
  ['user-agent', 'is the name of the client'],
  ['accept', 'is what the client takes where the request does not say'],
  ['accept-encoding', 'is what the client can decode'],
  ['accept-language', 'is what fetch sends'],
  ['sec-fetch-mode', 'is what fetch sends'],
  ['connection', 'is about the connection of the client'],
  ['upgrade', 'is about the connection of the client'],
  ['http2-settings', 'is about the connection of the client'],
  ['content-length', 'counts the content, which is compared'],
  ['expect', 'asks before large content is sent'],
])

/** The parts of a request that must be equal for all senders. */
export interface ComparableRequest {
  readonly method: string
  readonly url: string
  /** By lower-case name; fields of one name are one list (RFC 9110 §5.3), sorted by name. */
  readonly fields: Readonly<Record<string, string>>
  readonly content: string | readonly string[]
  /** The names of the fields whose order the library keeps, in the order on the wire, each once. */
  readonly order: readonly string[]
}

const byLibcurl = {
  reason: 'libcurl writes the fields of a user first, and the type of a form with parts last',
  names: ['authorization', 'x-amz-date', 'x-amz-security-token', 'content-type'],
}

const byFetch = { reason: 'fetch writes the type of a form with parts last', names: ['content-type'] }

const byDefaults = {
  reason: 'the library has fields of its own, which keep their place when a request sets them',
  names: ['accept', 'accept-encoding', 'connection', 'content-type', 'user-agent', 'host'],
}

/** Libraries that use their own order of fields, and the affected fields; without names: all. */
const ownOrders: Readonly<
  Partial<Record<CodeTargetId, { readonly reason: string; readonly names?: readonly string[] }>>
> = {
  curl: byLibcurl,
  php: byLibcurl,
  c: byLibcurl,
  typescript: byFetch,
  javascript: byFetch,
  'javascript-axios': byDefaults,
  python: byDefaults,
  httpie: byDefaults,
  ruby: byDefaults,
  java: { reason: 'HttpClient sorts fields by their names' },
  go: { reason: 'net/http sorts fields by their names' },
  wget: { reason: 'Wget writes the fields that it knows before others' },
  csharp: { reason: 'HttpClient writes the fields of the content last' },
}

/**
 * Returns the parts of a request to compare, for a request from a target's code or one compared with it.
 * @param written lower-case names of the request's own fields, which are always compared
 */
export function comparable(
  targetId: CodeTargetId,
  { method, url, headers, content }: RecordedRequest,
  written: ReadonlySet<string>,
): ComparableRequest {
  const fields = new Map<string, string>()
  for (const { name, value } of headers) {
    const key = name.toLowerCase()
    if (fieldsOfTheClient.has(key) && !written.has(key)) continue
    const before = fields.get(key)
    const shown = comparableValue(key, value, { method, url })
    fields.set(key, before === undefined ? shown : before + (key === 'cookie' ? '; ' : ', ') + shown)
  }
  const text = content.toString('latin1')
  const boundary = /^multipart\/form-data;\s*boundary="?([^"]+)"?$/.exec(
    fieldValue(headers, 'content-type') ?? '',
  )?.[1]
  return {
    method,
    url,
    fields: Object.fromEntries([...fields].sort(([one], [other]) => (one < other ? -1 : 1))),
    content:
      boundary === undefined ? text : partsOf(text, boundary).map(part => withPlainName(targetId, part)),
    order: keptOrder(targetId, [...fields.keys()]),
  }
}

function comparableValue(name: string, value: string, asked: { method: string; url: string }): string {
  if (name === 'content-type') return value.replace(/boundary=.*$/, 'boundary')
  if (name === 'authorization' && value.startsWith('Digest ')) return checkedDigest(value, asked)
  // curl signs other fields, at another time; the keys and the scope are the same.
  if (name === 'authorization' && value.startsWith('AWS4-HMAC-SHA256 '))
    return value.replace(/\/\d{8}\//, '/date/').replace(/, ?SignedHeaders=.*$/, '')
  if (name === 'x-amz-date') return 'a date'
  return value
}

/** User and password of the tests, on which a correct digest is based. */
export const digestUser = { username: 'ann', password: 'pa55' }

function checkedDigest(value: string, { method, url }: { method: string; url: string }): string {
  const given = new Map(
    [...value.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]*))/g)].map(([, name = '', quoted, plain]) => [
      name,
      quoted ?? plain ?? '',
    ]),
  )
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const of = (name: string) => given.get(name) ?? ''
  const secret = md5(`${digestUser.username}:r:${digestUser.password}`)
  const asked = md5(`${method}:${of('uri')}`)
  const expected = md5([secret, of('nonce'), of('nc'), of('cnonce'), of('qop'), asked].join(':'))
  return of('response') === expected && of('uri') === url ? 'a right digest' : value
}

/**
 * Returns the parts with lower-case, sorted heads, without fields that some libraries add, and their content.
 */
function partsOf(text: string, boundary: string): readonly string[] {
  return `\r\n${text}`
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .map(part => {
      const end = part.indexOf('\r\n\r\n')
      const head = part
        .slice(2, end)
        .split('\r\n')
        .filter(line => !/^content-(?:length|transfer-encoding)/i.test(line))
        .map(line => line.replace(/^[^:]+/, name => name.toLowerCase()))
        .sort()
      return [...head, part.slice(end)].join('\n')
    })
}

/** Urllib3 doubles the backslashes of a part's name before its version 2, which Debian has. */
function withPlainName(targetId: CodeTargetId, part: string): string {
  return targetId === 'python'
    ? part.replace(/^content-disposition:.*$/m, line => line.replaceAll('\\\\', '\\'))
    : part
}

function keptOrder(targetId: CodeTargetId, order: readonly string[]): readonly string[] {
  const own = ownOrders[targetId]
  if (own === undefined) return order
  const { names } = own
  return names === undefined ? [] : order.filter(name => !names.includes(name))
}
