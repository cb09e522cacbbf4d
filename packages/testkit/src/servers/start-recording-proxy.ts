import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { createAuthority } from '../certificates/create-authority.ts'
import { listenOnLoopback } from '../listen-on-loopback.ts'

/** A request to any host, as the proxy received it. */
export interface ProxiedRequest {
  readonly scheme: 'http' | 'https'
  /** As the client named it: with its port over TLS. */
  readonly host: string
  readonly method: string
  /** Every byte of the target, without scheme and host. */
  readonly target: string
  /** Names and values in turn; each character is one byte (Latin-1). */
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** What the proxy answers in place of the host. */
export interface ProxyAnswer {
  readonly statusCode?: number
  readonly headers?: OutgoingHttpHeaders
  readonly content: string | Uint8Array
}

/** A proxy that is every host, also over TLS with a certificate that nobody trusts. */
export interface RecordingProxy {
  readonly url: string
  /** Returns the requests since the last call, in their order. */
  take(): readonly ProxiedRequest[]
  close(): Promise<void>
}

/** Starts a proxy on 127.0.0.1 that answers every request itself: no name is resolved, and nothing leaves this machine. */
export async function startRecordingProxy(
  answerTo: (request: ProxiedRequest) => ProxyAnswer = () => ({ content: '{}' }),
): Promise<RecordingProxy> {
  const { certificatePem, privateKeyPem } = createAuthority('Any host').issue({
    usage: 'server',
    name: 'any host',
    dnsNames: ['*.test'],
  })
  let requests: ProxiedRequest[] = []
  /** The hosts of tunnels, by the ports of their clients. */
  const hosts = new Map<number | undefined, string>()
  const receive = async (request: IncomingMessage, response: ServerResponse, host: string | undefined) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const received: ProxiedRequest = {
      scheme: host === undefined ? 'http' : 'https',
      ...(host === undefined ? absoluteForm(request.url ?? '') : { host, target: request.url ?? '' }),
      method: request.method ?? '',
      headers: request.rawHeaders,
      body: Buffer.concat(chunks),
    }
    requests.push(received)
    const { statusCode = 200, headers = {}, content } = answerTo(received)
    response.writeHead(statusCode, { 'Content-Length': Buffer.byteLength(content), ...headers })
    response.end(received.method === 'HEAD' ? undefined : content)
  }
  const listener = (request: IncomingMessage, response: ServerResponse, host?: string) =>
    void receive(request, response, host).catch(() => response.destroy())
  const secure = createSecureServer({ cert: certificatePem, key: privateKeyPem }, (request, response) =>
    listener(request, response, hosts.get(request.socket.remotePort) ?? ''),
  ).on('tlsClientError', () => {})
  const proxy = createServer((request, response) => listener(request, response))
  const open = new Set<Socket>()
  proxy.on('connection', socket => {
    open.add(socket)
    socket.on('error', () => {}).once('close', () => open.delete(socket))
  })
  proxy.on('connect', (request, socket: Socket) => {
    hosts.set(socket.remotePort, request.url ?? '')
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    secure.emit('connection', socket)
  })
  const port = await listenOnLoopback(proxy)
  return {
    url: `http://127.0.0.1:${port}`,
    take() {
      const taken = requests
      requests = []
      return taken
    },
    close() {
      for (const socket of open) socket.destroy()
      return new Promise(resolve => proxy.close(() => resolve()))
    },
  }
}

/** Splits a target in absolute form (RFC 9112 §3.2.2) without changing a byte of it. */
function absoluteForm(url: string): Pick<ProxiedRequest, 'host' | 'target'> {
  const [, host = '', target = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  return { host, target: target === '' || target.startsWith('?') ? `/${target}` : target }
}
