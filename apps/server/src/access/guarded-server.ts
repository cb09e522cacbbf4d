import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AccessRules, refusalOf } from './access-rules.ts'
import { commonHeaders, refusalHeaders } from './response-policies.ts'

export interface ServerLimits {
  /** A request whose head takes longer is given up (attacks LS10). */
  readonly headersTimeoutMs: number
  /** How often connections are looked through for such requests. */
  readonly checkIntervalMs: number
}

const usualLimits: ServerLimits = { headersTimeoutMs: 10_000, checkIntervalMs: 2_000 }

/**
 * A server that asks {@link refusalOf} before anything else sees a request, upgrades included, and
 * puts the common headers on every answer. `rules` is read anew for each request: the port, and with
 * it the host, is known only once the server listens.
 */
export function createGuardedServer(
  rules: AccessRules,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  limits: ServerLimits = usualLimits,
): Server {
  const options = {
    // A request without Host is refused by the same rule as one with a wrong Host.
    requireHostHeader: false,
    headersTimeout: limits.headersTimeoutMs,
    // A large upload may take longer than any limit; it comes with the token, and others end at once.
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
  // Nothing here speaks another protocol, whoever asks for it.
  server.on('upgrade', (_request, socket) => {
    // Node has taken its own listener off, and an error that nobody hears ends the process.
    socket.on('error', () => {})
    socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
      socket.destroy(),
    )
  })
  return server
}
