import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as startRequest,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Authority, createAuthority } from '../certificates/create-authority.ts'
import { listenOnLoopback } from '../listen-on-loopback.ts'

export interface HttpProxyOptions {
  /** Whether the proxy itself uses TLS. */
  readonly isSecure?: boolean
  /** Signs the proxy's own certificate. */
  readonly authority?: Authority
  /** The only accepted user; if absent, everybody is accepted. */
  readonly user?: { readonly name: string; readonly password: string }
  /** Returns the challenges for a request that is refused, as values of `Proxy-Authenticate`; null: it is let through. */
  challenge?(request: IncomingMessage): readonly string[] | null
}

/** A forwarding and tunnelling proxy (RFC 9112 §3.2.2, RFC 9110 §9.3.6) on 127.0.0.1. */
export interface HttpProxy {
  readonly port: number
  /** The authority that a client must trust to use a proxy with TLS. */
  readonly authorityCertificatePem: string
  /** The first line of each request, oldest first: `CONNECT h:1 HTTP/1.1`, `GET http://h:1/ HTTP/1.1`. */
  readonly requestLines: readonly string[]
  close(): Promise<void>
}

export async function startHttpProxy(options: HttpProxyOptions = {}): Promise<HttpProxy> {
  const authority = options.authority ?? createAuthority()
  const requestLines: string[] = []
  const sockets = new Set<Duplex>()
  const server = options.isSecure ? secureServer(authority) : createServer()
  const challengesFor = (request: IncomingMessage): readonly string[] | null => {
    requestLines.push(`${request.method} ${request.url} HTTP/${request.httpVersion}`)
    const { user, challenge } = options
    if (challenge !== undefined) return challenge(request)
    if (user === undefined) return null
    const expected = Buffer.from(`${user.name}:${user.password}`).toString('base64')
    const isRight = request.headers['proxy-authorization'] === `Basic ${expected}`
    return isRight ? null : ['Basic realm="proxy"']
  }
  server.on('request', (request, response) => {
    const challenges = challengesFor(request)
    if (challenges === null) forward(request, response)
    else response.writeHead(407, { 'Proxy-Authenticate': [...challenges] }).end('Who are you?')
  })
  server.on('connect', (request, socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const challenges = challengesFor(request)
    if (challenges === null) tunnel(request.url ?? '', socket, sockets)
    else socket.end(refusal(challenges))
  })
  const port = await listenOnLoopback(server)
  return {
    port,
    authorityCertificatePem: authority.certificatePem,
    requestLines,
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function refusal(challenges: readonly string[]): string {
  const fields = challenges.map(value => `Proxy-Authenticate: ${value}\r\n`).join('')
  return `HTTP/1.1 407 Proxy Authentication Required\r\n${fields}Content-Length: 0\r\n\r\n`
}

function secureServer(authority: Authority): Server {
  const identity = authority.issue({
    usage: 'server',
    name: '127.0.0.1',
    dnsNames: ['localhost'],
    ipv4Addresses: ['127.0.0.1'],
  })
  return createSecureServer({ cert: identity.certificatePem, key: identity.privateKeyPem })
}

function forward(request: IncomingMessage, response: ServerResponse): void {
  const { 'proxy-authorization': _own, ...headers } = request.headers
  const outgoing = startRequest(request.url ?? '', { method: request.method, headers }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(response)
  })
  outgoing.on('error', () => response.writeHead(502).end())
  request.pipe(outgoing)
}

function tunnel(authority: string, socket: Duplex, sockets: Set<Duplex>): void {
  const [, host = '', port = ''] = /^\[?([^\]]*)\]?:(\d+)$/.exec(authority) ?? []
  const target: Socket = connect(Number(port), host)
  sockets.add(target)
  target.once('connect', () => {
    socket.write('HTTP/1.1 200 Connection established\r\nX-Proxy: testkit\r\n\r\n')
    target.pipe(socket)
    socket.pipe(target)
  })
  target.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
  target.on('close', () => socket.destroy())
  socket.on('close', () => target.destroy())
}
