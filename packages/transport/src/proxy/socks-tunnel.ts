import type { Socket } from 'node:net'
import { SocksClient } from 'socks'
import { hostAndPort, type ProxyServer } from '../connection/network-path.ts'
import { TransportError } from '../transport-error.ts'

/**
 * Asks a SOCKS5 proxy for a connection (RFC 1928, RFC 1929). The name is sent unchanged and looked up by the
 * proxy. Resolves once the connection is open; on failure the caller must destroy the socket.
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
  const hasUser = proxy.username !== '' || proxy.password !== ''
  const opened = SocksClient.createConnection({
    command: 'connect',
    existing_socket: socket,
    destination: { host: destination.host, port: destination.port },
    // The signal carries the connect timeout, so the library's own timeout is disabled.
    timeout: 2 ** 31 - 1,
    proxy: {
      host: proxy.host,
      port: proxy.port,
      type: 5,
      ...(hasUser ? { userId: proxy.username, password: proxy.password } : {}),
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
  if (/authentication|no accepted/i.test(message))
    return new TransportError('proxy', 'PROXY_AUTHENTICATION_REQUIRED', address)
  const reason = /- (\w+)$/.exec(message)?.[1] ?? ''
  if (/rejected/i.test(message) && reason === 'NotAllowed')
    return new TransportError('proxy', 'PROXY_REFUSED', `${address} (${reason})`)
  if (/rejected/i.test(message))
    return new TransportError('proxy', 'PROXY_CANNOT_REACH', `${address} says ${reason}`)
  if (/closed/i.test(message)) return new TransportError('proxy', 'PROXY_CLOSED', address)
  return new TransportError('proxy', 'PROXY_NOT_SOCKS', address)
}
