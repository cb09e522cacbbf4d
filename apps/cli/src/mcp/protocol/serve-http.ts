import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import { errorCodeOf } from '@parley/files'
import type { StandardError } from '../../io/standard-error.ts'

/** As long as a line of standard input may be. */
const longestMessage = 8 * 1024 * 1024

/**
 * Serves agents over Streamable HTTP on 127.0.0.1 until the signal aborts. A request needs the bearer token, which is
 * printed once. Requests of other pages and for other names are refused (DNS rebinding). Returns a sentence if it cannot
 * listen.
 */
export async function serveHttp(
  createServer: () => McpServer,
  port: number,
  signal: AbortSignal,
  stderr: StandardError,
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const handler = createMcpHandler(createServer, { maxRequestBodySize: longestMessage })
  let own: readonly string[] = []
  const server = createHttpServer(
    getRequestListener(async request => refusalOf(request, own, token) ?? (await handler.fetch(request)), {
      overrideGlobalObjects: false,
    }),
  )
  const fault = await new Promise<string | null>(resolve => {
    server.once('error', error => resolve(errorCodeOf(error)))
    server.listen(port, '127.0.0.1', () => resolve(null))
  })
  if (fault !== null) return `Port ${port} cannot be used (${fault}). Give another one to --http, or 0.`
  const listening = addressOf(server.address())
  own = [`127.0.0.1:${listening}`, `localhost:${listening}`]
  stderr.printLines(`Listening on http://127.0.0.1:${listening}/mcp\nAuthorization: Bearer ${token}\n`)
  await new Promise<void>(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await handler.close()
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
  return null
}

function addressOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Returns the response to a request that is not for this server; null if it is. */
function refusalOf(request: Request, own: readonly string[], token: string): Response | null {
  if (!own.includes(request.headers.get('host') ?? '')) return refusal(403, 'HOST_NOT_ALLOWED')
  const origin = request.headers.get('origin')
  if (origin !== null && !own.some(host => origin === `http://${host}`))
    return refusal(403, 'ORIGIN_NOT_ALLOWED')
  if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${token}`))
    return refusal(401, 'TOKEN_WRONG', { 'WWW-Authenticate': 'Bearer' })
  if (new URL(request.url).pathname !== '/mcp') return refusal(404, 'NOT_FOUND')
  if (request.method !== 'POST') return refusal(405, 'METHOD_NOT_ALLOWED', { Allow: 'POST' })
  return null
}

function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ code }, { status, headers })
}

function isSame(given: string, expected: string): boolean {
  const bytes = [Buffer.from(given), Buffer.from(expected)] as const
  return bytes[0].byteLength === bytes[1].byteLength && timingSafeEqual(...bytes)
}
