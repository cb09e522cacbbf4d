import { isIPv6, type Socket } from 'node:net'
import { hostAndPort, type ProxyServer } from '../connection/network-path.ts'
import { TransportError } from '../transport-error.ts'
import { hasUser, unsupportedSignIn } from './proxy-sign-in.ts'

/**
 * Asks a SOCKS5 proxy (RFC 1928, RFC 1929) or a SOCKS4 proxy for a connection. The name is sent unchanged and looked up by
 * the proxy, to SOCKS4 in the form of SOCKS 4A. Resolves once the connection is open; on failure the caller must destroy the socket.
 */
export async function openSocksTunnel(
  socket: Socket,
  proxy: ProxyServer,
  destination: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const isVersion4 = proxy.type === 'socks4'
  if (isVersion4 && isIPv6(destination.host))
    throw new TransportError('proxy', 'PROXY_CANNOT_REACH', 'SOCKS4 has no IPv6 addresses')
  // Its parser of addresses is large, and few have such a proxy.
  const { SocksClient } = await import('socks')
  const opened = SocksClient.createConnection({
    command: 'connect',
    existing_socket: socket,
    destination: { host: destination.host, port: destination.port },
    // The signal carries the connect timeout, so the library's own timeout is disabled.
    timeout: 2 ** 31 - 1,
    proxy: {
      host: proxy.host,
      port: proxy.port,
      type: isVersion4 ? 4 : 5,
      ...(hasUser(proxy) ? { userId: proxy.username, password: proxy.password } : {}),
    },
  })
  opened.catch(() => {})
  try {
    await Promise.race([opened, aborted])
  } catch (error) {
    throw signal.aborted ? signal.reason : failureOf(error, proxy)
  }
  socket.pause()
}

function failureOf(error: unknown, proxy: ProxyServer): TransportError {
  const message = error instanceof Error ? error.message : String(error)
  const address = hostAndPort(proxy)
  if (/no accepted/i.test(message) && hasUser(proxy))
    return unsupportedSignIn(address, 'another way to sign in than a username and password')
  if (/authentication|no accepted/i.test(message))
    return new TransportError(
      'proxy',
      hasUser(proxy) ? 'PROXY_CREDENTIALS_REJECTED' : 'PROXY_AUTHENTICATION_REQUIRED',
      address,
    )
  const reason = /- \(?(\w+)\)?$/.exec(message)?.[1] ?? ''
  if (/rejected/i.test(message) && (reason === 'NotAllowed' || reason === 'RejectedIdent'))
    return new TransportError('proxy', 'PROXY_REFUSED', `${address} (${reason})`)
  // A reply that SOCKS4 does not have.
  if (reason === 'undefined') return new TransportError('proxy', 'PROXY_NOT_SOCKS', address)
  if (/rejected/i.test(message))
    return new TransportError('proxy', 'PROXY_CANNOT_REACH', `${address} says ${reason}`)
  if (/closed/i.test(message)) return new TransportError('proxy', 'PROXY_CLOSED', address)
  return new TransportError('proxy', 'PROXY_NOT_SOCKS', address)
}
