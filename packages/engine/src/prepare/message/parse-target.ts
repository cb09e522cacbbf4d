import {
  failed,
  isForbiddenInTarget,
  ok,
  percentEncode,
  type Result,
  type SendFailure,
  splitRequestUrl,
} from '@parley/model'
import { preparationFailure } from '../preparation-failure.ts'
import type { HostNames } from './host-names.ts'
import { isIpv6Address } from './is-ipv6-address.ts'
import type { RequestTarget } from './outbound-message.ts'

/** A target, and the user information of its URL, which is never part of a request target. */
export interface ParsedTarget {
  readonly target: RequestTarget
  /** The text before the `@`; null if there is none or it is empty. */
  readonly userInfo: string | null
}

/**
 * Parses a rendered URL (RFC 3986 §3) without normalizing it: dots, slashes, escapes and the order of the
 * query are kept. Only characters that a request target cannot contain are percent-encoded, white space at the end of
 * the path and the query as well; around a scheme and a host it is ignored. The default scheme is `http`; `ws` and `wss`
 * are reached as `http` and `https` (RFC 6455 §3), `grpc` and `grpcs` as well, and the URI keeps them. A URL that begins
 * with `//` is refused: it is relative to a URL with a scheme (RFC 3986 §4.2), and mostly a base of `/` before a path.
 */
export function parseTarget(url: string, hostNames: HostNames): Result<ParsedTarget, SendFailure> {
  const typed = url.trimStart()
  if (typed === '') return invalid('')
  const { base, query } = splitRequestUrl(typed)
  const { scheme: typedScheme, rest } = cutScheme(base)
  if (namesSocketFile(typedScheme, rest))
    return failed(preparationFailure('invalidRequest', 'SOCKET_FILE', ''))
  const scheme = schemeOnWire(typedScheme)
  if (scheme === null)
    return failed(preparationFailure('invalidRequest', 'UNSUPPORTED_SCHEME', `${typedScheme}:`))
  const pathStart = rest.indexOf('/')
  const isHostLast = pathStart < 0 && query === null
  const authority = isHostLast ? rest.trimEnd() : rest.slice(0, pathStart < 0 ? undefined : pathStart)
  const path = pathStart < 0 ? '/' : encodeTarget(rest.slice(pathStart))
  const userInfoEnd = authority.lastIndexOf('@')
  const hostAndPort = authority.slice(userInfoEnd + 1)
  const unknown = /\{\{([^{}]+)\}\}/.exec(hostAndPort)
  if (unknown) {
    return failed(preparationFailure('template', 'UNKNOWN_HOST_VARIABLE', (unknown[1] ?? '').trim()))
  }
  // Some parsers treat a backslash as a slash. The host must not depend on that.
  const parsed = authority.includes('\\') ? null : parseHostAndPort(hostAndPort, scheme, hostNames)
  if (parsed === null) return invalid(typed)
  const pathAndQuery = query === null ? path : `${path}?${encodeTarget(query)}`
  return ok({
    userInfo: userInfoEnd <= 0 ? null : authority.slice(0, userInfoEnd),
    target: {
      scheme,
      host: parsed.host,
      port: parsed.port,
      pathAndQuery,
      targetUri: `${typedScheme}://${parsed.hostField}${pathAndQuery}`,
      address: parsed.address,
    },
  })
}

/** Returns the value of the `Host` header for a target (RFC 9110 §7.2), without the scheme's default port. */
export function hostField(target: Pick<RequestTarget, 'scheme' | 'host' | 'port'>): string {
  // The zone of an IPv6 address is only meaningful on this machine (RFC 6874 §1).
  const host = target.host.includes(':') ? `[${target.host.replace(/%.*/s, '')}]` : target.host
  return target.port === defaultPorts[target.scheme] ? host : `${host}:${target.port}`
}

/** Returns the scheme as which a typed one is reached; null if Parley does not send to it. */
export function schemeOnWire(scheme: string): RequestTarget['scheme'] | null {
  return Object.hasOwn(schemesOnWire, scheme) ? (schemesOnWire[scheme] ?? null) : null
}

const schemesOnWire: Readonly<Record<string, RequestTarget['scheme']>> = {
  http: 'http',
  https: 'https',
  ws: 'http',
  wss: 'https',
  grpc: 'http',
  grpcs: 'https',
}

const defaultPorts = { http: 80, https: 443 } as const

/** `http+unix://%2Ftmp%2Fsocket/path`, `unix:/tmp/socket`, and `http://unix:/tmp/socket:/path` of Node's clients. */
function namesSocketFile(scheme: string, rest: string): boolean {
  return scheme.endsWith('unix') || rest.slice(0, 6).toLowerCase() === 'unix:/'
}

function cutScheme(base: string): { readonly scheme: string; readonly rest: string } {
  const match = /^([a-z][a-z0-9+.-]*):\/\//i.exec(base)
  if (match) return { scheme: (match[1] ?? '').toLowerCase(), rest: base.slice(match[0].length) }
  // `localhost:3000` and `localhost:{{port}}` are hosts with a port; `mailto:a` and `javascript:x` are other schemes.
  const other = /^([a-z][a-z0-9+-]*):(?![0-9]|\{\{)/i.exec(base)
  return other ? { scheme: (other[1] ?? '').toLowerCase(), rest: '' } : { scheme: 'http', rest: base }
}

interface HostAndPort {
  readonly host: string
  readonly port: number
  readonly hostField: string
  readonly address: string
}

function parseHostAndPort(text: string, scheme: 'http' | 'https', hostNames: HostNames): HostAndPort | null {
  const match = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::([0-9]{0,5}))?$/.exec(text)
  if (!match) return null
  const [, ipv6, name = '', typedPort] = match
  const host = ipv6 === undefined ? asciiHost(name, hostNames) : ipv6Host(ipv6)
  const port = typedPort ? Number(typedPort) : defaultPorts[scheme]
  if (host === null || host === '' || port < 1 || port > 65_535) return null
  const shown = ipv6 === undefined ? name : `[${ipv6}]`
  return { host, port, hostField: hostField({ scheme, host, port }), address: `${shown}:${port}` }
}

/** The zone follows `%25` (RFC 6874) or the plain `%` that people type. */
function ipv6Host(text: string): string | null {
  const [, address = '', zone] = /^([^%]+)(?:%(?:25)?([\w.-]+))?$/.exec(text) ?? []
  if (!isIpv6Address(address)) return null
  return zone === undefined ? address : `${address}%${zone}`
}

function asciiHost(host: string, hostNames: HostNames): string | null {
  for (const character of host) {
    const code = character.charCodeAt(0)
    if (code <= 0x20 || code === 0x7f || '"<>\\^`{|}%'.includes(character)) return null
  }
  return /^[\x21-\x7e]+$/.test(host) ? host : hostNames.toAscii(host)
}

function encodeTarget(text: string): string {
  let encoded = ''
  for (const character of text)
    encoded += isForbiddenInTarget(character) ? percentEncode(character) : character
  return encoded
}

const maxShownCharacters = 200

function invalid(typed: string): Result<never, SendFailure> {
  const subject = typed.length > maxShownCharacters ? `${typed.slice(0, maxShownCharacters)}…` : typed
  return failed(preparationFailure('invalidRequest', 'INVALID_URL', subject))
}

/** The schemes of URLs that only one kind of request has, and what a request of another kind fails with. */
export const kindsOfSchemes: ReadonlyMap<string, string> = new Map([
  ['ws', 'WEBSOCKET_NEEDED'],
  ['wss', 'WEBSOCKET_NEEDED'],
  ['grpc', 'GRPC_NEEDED'],
  ['grpcs', 'GRPC_NEEDED'],
])
