import type { HeaderField } from '@parley/model'
import { encodeStrictly } from '../../../basics/encode-strictly.ts'
import { hmac, sha, toHex, utf8 } from '../../../basics/hashing.ts'

/** The parts of a message that are signed. */
export interface SignableMessage {
  readonly method: string
  readonly pathAndQuery: string
  readonly headers: readonly HeaderField[]
  /** Hexadecimal SHA-256 of the content, or `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string
}

export interface SignatureScope {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
  readonly service: string
  /** `20150830T123600Z` */
  readonly timestamp: string
  /** Whether dot segments and double slashes are removed first. */
  readonly normalizesPath: boolean
  /** Whether the path is encoded once more; otherwise it is decoded before it is encoded. */
  readonly encodesPathAgain: boolean
}

/** A signature and the texts it was computed from. */
export interface SignatureV4 {
  readonly canonicalRequest: string
  readonly stringToSign: string
  readonly signedHeaders: string
  readonly credential: string
  readonly signature: string
}

export const signatureAlgorithm = 'AWS4-HMAC-SHA256'

/** Signs a message (Signature Version 4, "Create a signed request"). */
export async function signV4(message: SignableMessage, scope: SignatureScope): Promise<SignatureV4> {
  const headers = canonicalHeaders(message.headers)
  const signedHeaders = [...headers.keys()].join(';')
  const [path = '', query = ''] = cutQuery(message.pathAndQuery)
  const canonicalRequest = [
    message.method,
    canonicalPath(path, scope),
    canonicalQuery(query),
    ...[...headers].map(([name, value]) => `${name}:${value}`),
    '',
    signedHeaders,
    message.payloadHash,
  ].join('\n')
  const date = scope.timestamp.slice(0, 8)
  const credentialScope = `${date}/${scope.region}/${scope.service}/aws4_request`
  const stringToSign = [
    signatureAlgorithm,
    scope.timestamp,
    credentialScope,
    toHex(await sha('SHA-256', utf8(canonicalRequest))),
  ].join('\n')
  let key: Uint8Array = utf8(`AWS4${scope.secretAccessKey}`)
  for (const part of credentialScope.split('/')) key = await hmac('SHA-256', key, utf8(part))
  return {
    canonicalRequest,
    stringToSign,
    signedHeaders,
    credential: `${scope.accessKeyId}/${credentialScope}`,
    signature: toHex(await hmac('SHA-256', key, utf8(stringToSign))),
  }
}

/** Returns the names of the headers that a signature covers, sorted and in lower case. */
export function signedHeaderNames(headers: readonly HeaderField[]): readonly string[] {
  return [...canonicalHeaders(headers).keys()]
}

/** Proxies may add, change or remove these. */
const unsignedNames: ReadonlySet<string> = new Set([
  'authorization',
  'cache-control',
  'connection',
  'expect',
  'from',
  'keep-alive',
  'max-forwards',
  'pragma',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'x-amzn-trace-id',
])

function canonicalHeaders(headers: readonly HeaderField[]): ReadonlyMap<string, string> {
  const values = new Map<string, string[]>()
  for (const field of headers) {
    const name = field.name.toLowerCase()
    if (unsignedNames.has(name) || /^(?:proxy|sec)-/.test(name)) continue
    values.set(name, [...(values.get(name) ?? []), field.value.trim().replace(/\s+/g, ' ')])
  }
  const sorted = [...values].sort(([a], [b]) => compare(a, b))
  return new Map(sorted.map(([name, list]) => [name, list.join(',')]))
}

function cutQuery(pathAndQuery: string): readonly [string, string] {
  const at = pathAndQuery.indexOf('?')
  return at < 0 ? [pathAndQuery, ''] : [pathAndQuery.slice(0, at), pathAndQuery.slice(at + 1)]
}

function canonicalPath(
  path: string,
  { normalizesPath, encodesPathAgain }: Pick<SignatureScope, 'normalizesPath' | 'encodesPathAgain'>,
): string {
  const whole = normalizesPath ? withoutDots(path) : path
  return whole
    .split('/')
    .map(segment => encodeStrictly(encodesPathAgain ? segment : percentDecoded(segment)))
    .join('/')
}

function withoutDots(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  const ending = kept.length > 0 && path.endsWith('/') ? '/' : ''
  return `/${kept.join('/')}${ending}`
}

function canonicalQuery(query: string): string {
  return query
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const at = pair.indexOf('=')
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
      return [encodeStrictly(formDecoded(name)), encodeStrictly(formDecoded(value))] as const
    })
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** Services read a plus in a query as a space, as forms have it. */
function formDecoded(text: string): string {
  return percentDecoded(text.replaceAll('+', ' '))
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Compares by code unit; the texts are ASCII. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
