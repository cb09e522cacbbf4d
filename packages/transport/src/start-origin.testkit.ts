import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  createServer as createHttp2Server,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2'
import type { Socket } from 'node:net'
import type { Authority } from '@parley/testkit'

/** `http` speaks HTTP/1.1, `h2c` HTTP/2 over TCP, `https` both, chosen by ALPN. */
export type OriginKind = 'http' | 'h2c' | 'https'

/** A request as received by an origin. */
export interface SeenRequest {
  /** `Host` or `:authority`. */
  readonly authority: string
  readonly httpVersion: string
  readonly path: string
  /** All names and values, including the pseudo-header fields of HTTP/2. */
  readonly rawHeaders: readonly string[]
}

/** A server that redirects or responds with 200, and records its requests. */
export interface Origin {
  readonly port: number
  readonly seen: readonly SeenRequest[]
  close(): Promise<void>
}

/**
 * Starts an origin on 127.0.0.1; its certificate is also valid for `localhost`. A request without a location
 * gets 200.
 */
export async function startOrigin(
  kind: OriginKind,
  authority: Authority,
  locationOf: (request: SeenRequest) => string | undefined,
): Promise<Origin> {
  const seen: SeenRequest[] = []
  const server = createServerOf(kind, authority, (request, response) => {
    const { headers, httpVersion, rawHeaders } = request
    const host = headers[':authority'] ?? headers.host
    const one = { authority: String(host), httpVersion, path: request.url ?? '', rawHeaders }
    seen.push(one)
    const location = locationOf(one)
    response.statusCode = location === undefined ? 200 : 302
    if (location !== undefined) response.setHeader('Location', location)
    response.end()
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    seen,
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

type Answer = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
) => void

function createServerOf(kind: OriginKind, authority: Authority, answer: Answer) {
  if (kind === 'http') return createServer(answer)
  if (kind === 'h2c') return createHttp2Server(answer)
  const { certificatePem: cert, privateKeyPem: key } = authority.issue({
    usage: 'server',
    name: '127.0.0.1',
    dnsNames: ['localhost'],
    ipv4Addresses: ['127.0.0.1'],
  })
  return createSecureServer({ cert, key, allowHTTP1: true }, answer)
}
