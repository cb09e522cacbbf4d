import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import { createAuthority } from '@parley/testkit'

/** Handles a stream of the server, with the request's header section as received. */
export type Http2Handler = (stream: ServerHttp2Stream, rawHeaders: readonly string[]) => void

/** Sends a 200 response with this text. */
export function respondWith(stream: ServerHttp2Stream, text: string | Buffer = ''): void {
  stream.respond()
  stream.end(text)
}

export interface Http2TestServer {
  readonly url: string
  readonly port: number
  /** The authorities that a client must trust; empty over plain TCP. */
  readonly certificateAuthorities: readonly string[]
  /** Every connection that used HTTP/2. */
  readonly sessions: readonly ServerHttp2Session[]
  close(): Promise<void>
}

/** Starts Node's own HTTP/2 server on 127.0.0.1, over TLS (together with HTTP/1.1) or over plain TCP. */
export async function startHttp2Server(
  scheme: 'http' | 'https',
  handler: Http2Handler,
): Promise<Http2TestServer> {
  const authority = createAuthority()
  const identity = authority.issue({ usage: 'server', name: '127.0.0.1', ipv4Addresses: ['127.0.0.1'] })
  const options = { maxSendHeaderBlockLength: 1024 * 1024 }
  const server: Http2Server | Http2SecureServer =
    scheme === 'http'
      ? createServer(options)
      : createSecureServer(
          { ...options, cert: identity.certificatePem, key: identity.privateKeyPem, allowHTTP1: true },
          (request, response) => {
            if (request.httpVersion === '1.1') response.end('over HTTP/1.1')
          },
        )
  const sessions: ServerHttp2Session[] = []
  server.on('session', session => {
    sessions.push(session)
    session.on('error', () => {})
  })
  const onStream = (
    stream: ServerHttp2Stream,
    _headers: IncomingHttpHeaders,
    _flags: number,
    rawHeaders: readonly string[],
  ) => {
    stream.on('error', () => {})
    handler(stream, rawHeaders)
  }
  // A listener for HTTP/1.1 requests also gets the HTTP/2 requests, and would respond twice.
  server.removeAllListeners('stream')
  server.on('stream', onStream)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    certificateAuthorities: scheme === 'http' ? [] : [authority.certificatePem],
    sessions,
    close: () =>
      new Promise(resolve => {
        for (const session of sessions) session.destroy()
        server.close(() => resolve())
      }),
  }
}
