import type { ProxyServer } from '../connection/network-path.ts'
import { TransportError } from '../transport-error.ts'

const types: Readonly<Record<string, ProxyServer['type']>> = {
  http: 'http',
  https: 'https',
  socks: 'socks5',
  socks5: 'socks5',
  socks5h: 'socks5',
  socks4: 'socks4',
  socks4a: 'socks4',
}
const defaultPorts = { http: 80, https: 443, socks5: 1080, socks4: 1080 } as const

/**
 * Parses `http://user:password@host:3128`; everything except the host is optional. Throws a `TransportError`
 * for an invalid address, so that nothing is sent directly instead.
 */
export function readProxyUrl(text: string): ProxyServer {
  const match = /^(?:([a-z0-9+.-]+):\/\/)?(?:([^@/]*)@)?(\[[^\]]+\]|[^:/?#\s]+)(?::(\d{1,5}))?\/?$/i.exec(
    text.trim(),
  )
  const type = types[match?.[1]?.toLowerCase() ?? 'http']
  const port = Number(match?.[4] ?? (type === undefined ? 0 : defaultPorts[type]))
  if (match === null || type === undefined || port < 1 || port > 65_535)
    throw new TransportError('proxy', 'PROXY_ADDRESS_INVALID', withoutUser(text))
  const [username = '', ...password] = (match[2] ?? '').split(':')
  return {
    type,
    host: (match[3] ?? '').replace(/^\[|\]$/g, ''),
    port,
    username: decoded(username),
    password: decoded(password.join(':')),
  }
}

/** Returns the address without user and password, for display. */
export function withoutUser(text: string): string {
  const pieces = text.trim().split('@')
  const last = pieces.pop() ?? ''
  const shown = pieces.map(piece => {
    const wordStart = piece.length - (piece.split(/\s/).at(-1) ?? '').length
    const slashes = piece.indexOf('//', wordStart)
    return slashes === -1 ? `${piece}@` : piece.slice(0, slashes + 2)
  })
  return (shown.join('') + last).slice(0, 200)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
