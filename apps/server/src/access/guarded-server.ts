import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AccessRules, refusalOf } from './access-rules.ts'
import { commonHeaders, refusalHeaders } from './response-policies.ts'

export interface ServerLimits {
  /** The server closes a connection whose request head takes longer (attacks LS10). */
  readonly headersTimeoutMs: number
  /** How often the server checks connections for such requests. */
  readonly checkIntervalMs: number
}

const usualLimits: ServerLimits = { headersTimeoutMs: 10_000, checkIntervalMs: 2_000 }

/**
 * Creates a server that calls {@link refusalOf} before anything else handles a request, upgrades included,
 * and adds the common headers to every response. `rules` is called for each request, because the port, and so
 * the host, is known only once the server listens.
 */
export function createGuardedServer(
  rules: AccessRules,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  limits: ServerLimits = usualLimits,
): Server {
  const options = {
    // The access rules refuse a request without Host like one with a wrong Host.
    requireHostHeader: false,
    headersTimeout: limits.headersTimeoutMs,
    // A large upload may take longer than any limit. Only requests with the token can upload; others are
    // refused at once.
    requestTimeout: 0,
    connectionsCheckingInterval: limits.checkIntervalMs,
  }
  const server = createServer(options, (request, response) => {
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value)
    const refusal = refusalOf(request, rules)
    if (refusal === null) return listener(request, response)
    response.writeHead(refusal.statusCode, {
      ...refusalHeaders,
      'Content-Type': 'text/plain; charset=utf-8',
      Connection: 'close',
    })
    response.end(`${refusal.sentence}\n`)
  })
  // The server supports no upgrade, whoever asks for it.
  server.on('upgrade', (_request, socket) => {
    // Node has removed its own error listener, and an unhandled error would end the process.
    socket.on('error', () => {})
    socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
      socket.destroy(),
    )
  })
  return server
}
