import type { Socket } from 'node:net'
import type { HeaderField } from '@parley/model'
import { hostAndPort, type ProxyServer } from '../connection/network-path.ts'
import { TransportError } from '../transport-error.ts'
import { ProxyAsks } from './proxy-sign-in.ts'

/** A longer response to CONNECT is an attack. */
const maxHeadBytes = 64 * 1024

/**
 * Asks an HTTP proxy for a tunnel to `authority`, `host:port` (RFC 9110 §9.3.6). Resolves once the tunnel is
 * open; rejects with the proxy's refusal, or with {@link ProxyAsks}. The caller must then destroy the socket.
 * @param authorization - the value of `Proxy-Authorization`; null: none
 */
export async function openHttpTunnel(
  socket: Socket,
  proxy: ProxyServer,
  authority: string,
  authorization: string | null,
  signal: AbortSignal,
): Promise<void> {
  const fields = [
    `Host: ${authority}`,
    ...(authorization === null ? [] : [`Proxy-Authorization: ${authorization}`]),
  ]
  socket.write(`CONNECT ${authority} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`)
  const head = await receiveHead(socket, proxy, signal)
  const status = statusOf(head, proxy)
  if (status.code >= 200 && status.code < 300) return
  if (status.code === 407) throw new ProxyAsks(fieldsOfHead(head))
  throw refusalOf(status, proxy)
}

/** Returns the bytes up to the empty line; later bytes are returned to the socket. */
function receiveHead(socket: Socket, proxy: ProxyServer, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const settle = (outcome: () => void) => {
      socket.off('data', onData).off('close', onClose).off('error', onClose)
      signal.removeEventListener('abort', onAbort)
      socket.pause()
      outcome()
    }
    const onData = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      const end = received.indexOf('\r\n\r\n')
      if (end === -1 && received.byteLength <= maxHeadBytes) return
      settle(() => {
        if (end === -1) return reject(notAProxy(proxy))
        const rest = received.subarray(end + 4)
        if (rest.byteLength > 0) socket.unshift(rest)
        resolve(received.subarray(0, end).toString('latin1'))
      })
    }
    const onClose = () =>
      settle(() => reject(new TransportError('proxy', 'PROXY_CLOSED', hostAndPort(proxy))))
    const onAbort = () => settle(() => reject(signal.reason))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('data', onData).once('close', onClose).once('error', onClose)
  })
}

interface ConnectStatus {
  readonly code: number
  readonly text: string
}

function statusOf(head: string, proxy: ProxyServer): ConnectStatus {
  const [, code, reason = ''] = /^HTTP\/1\.[01] (\d{3})(?: ([^\r\n]*))?(?:\r|$)/.exec(head) ?? []
  if (code === undefined) throw notAProxy(proxy)
  return { code: Number(code), text: `${code} ${reason.trim().slice(0, 100)}`.trim() }
}

function refusalOf({ code, text }: ConnectStatus, proxy: ProxyServer): TransportError {
  const address = hostAndPort(proxy)
  const isGateway = code === 502 || code === 503 || code === 504
  if (isGateway) return new TransportError('proxy', 'PROXY_CANNOT_REACH', `${address} says ${text}`)
  return new TransportError('proxy', 'PROXY_REFUSED', `${address} (${text})`)
}

function fieldsOfHead(head: string): readonly HeaderField[] {
  return head
    .split('\r\n')
    .slice(1)
    .map(line => {
      const colon = line.indexOf(':')
      return { name: line.slice(0, Math.max(0, colon)).trim(), value: line.slice(colon + 1).trim() }
    })
}

function notAProxy(proxy: ProxyServer): TransportError {
  return new TransportError('proxy', 'PROXY_NOT_HTTP', hostAndPort(proxy))
}
