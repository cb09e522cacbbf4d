import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttp2Server, createSecureServer as createSecureHttp2Server } from 'node:http2'
import { createServer as createSecureServer } from 'node:https'
import type { Server, Socket } from 'node:net'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import type { Authority } from '../../certificates/create-authority.ts'
import { answerAsText } from './answer-as-text.ts'
import { connectRoutes } from './connect-routes.ts'
import type { GrpcServer } from './start-grpc-server.ts'

export interface GrpcWebServerStart {
  readonly httpVersion: '1.1' | '2'
  /** Signs the server's certificate, and those that clients must present; absent: no TLS. */
  readonly authority?: Authority
  readonly needsClientCertificate?: boolean
  /** Whether it knows the content as text only, which `@connectrpc/connect-node` does not know. */
  readonly isText?: boolean
}

/** Starts a server of `@connectrpc/connect-node` that has the service `shop.Books` as gRPC-Web alone. */
export async function startGrpcWebServer(start: GrpcWebServerStart): Promise<GrpcServer> {
  const answer = connectNodeAdapter({ routes: await connectRoutes(), grpc: false, connect: false })
  if (start.isText !== true) return listen(start, answer)
  const inner = await listen({ httpVersion: '2' }, answer)
  const outer = await listen(start, answerAsText(inner.port))
  return {
    ...outer,
    async close() {
      await outer.close()
      await inner.close()
    },
  }
}

/** Starts a server of `@connectrpc/connect-node` that has the service `shop.Books` as gRPC alone. */
export async function startConnectServer(): Promise<GrpcServer> {
  const routes = await connectRoutes()
  return listen({ httpVersion: '2' }, connectNodeAdapter({ routes, grpcWeb: false, connect: false }))
}

/** Both versions of HTTP call it in the same way. */
type Answer = ReturnType<typeof connectNodeAdapter>

async function listen(start: GrpcWebServerStart, answer: Answer): Promise<GrpcServer> {
  const server = createFor(start, answer)
  const sockets = new Set<Socket>()
  for (const event of ['connection', 'secureConnection'])
    server.on(event, (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    address: `127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function createFor({ httpVersion, authority, needsClientCertificate }: GrpcWebServerStart, answer: Answer) {
  const ofHttp1: RequestListener = answer
  if (authority === undefined)
    return httpVersion === '1.1' ? createServer(ofHttp1) : createHttp2Server(answer)
  const identity = authority.issue({ usage: 'server', name: '127.0.0.1', ipv4Addresses: ['127.0.0.1'] })
  const tls = {
    key: identity.privateKeyPem,
    cert: identity.certificatePem,
    ...(needsClientCertificate === true
      ? { requestCert: true, rejectUnauthorized: true, ca: authority.certificatePem }
      : {}),
  }
  const server: Server =
    httpVersion === '1.1' ? createSecureServer(tls, ofHttp1) : createSecureHttp2Server(tls, answer)
  return server
}
