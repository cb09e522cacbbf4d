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
    getRequestListener(
      async request => {
        const refused = refusalOf(request, own, token)
        if (refused !== null) return refused
        const single = await withoutBatch(request)
        return single instanceof Response ? single : handler.fetch(single)
      },
      { overrideGlobalObjects: false },
    ),
  )
  const fault = await new Promise<string | null>(resolve => {
    server.once('error', error => resolve(errorCodeOf(error)))
    server.listen(port, '127.0.0.1', () => resolve(null))
  })
  if (fault !== null) return `Port ${port} cannot be used (${fault}). Give another one to --listen, or 0.`
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
  if (!isSame(tokenOf(request.headers.get('authorization') ?? ''), token))
    return refusal(401, 'TOKEN_WRONG', { 'WWW-Authenticate': 'Bearer' })
  if (new URL(request.url).pathname !== '/mcp') return refusal(404, 'NOT_FOUND')
  if (request.method !== 'POST') return refusal(405, 'METHOD_NOT_ALLOWED', { Allow: 'POST' })
  return null
}

/** Returns the bearer token; the name of the scheme is case-insensitive (RFC 9110 §11.1). */
function tokenOf(authorization: string): string {
  const scheme = 'bearer '
  return authorization.slice(0, scheme.length).toLowerCase() === scheme
    ? authorization.slice(scheme.length).trimStart()
    : ''
}

/** Bytes before the first character of a JSON text: white space, and the byte order mark of UTF-8. */
const blankBytes: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

const openBracket = 0x5b

/**
 * Returns the request with all of its content, or the refusal of one whose content is an array, which is a batch of JSON-RPC.
 * Nothing but blanks is refused as soon as it is too long.
 */
async function withoutBatch(request: Request): Promise<Request | Response> {
  if (request.body === null) return request
  const reader = request.body.getReader()
  const read: Uint8Array[] = []
  let readBytes = 0
  for (let first: number | undefined; first === undefined; ) {
    const { done, value } = await reader.read()
    if (done) break
    read.push(value)
    readBytes += value.byteLength
    first = value.find((byte: number) => !blankBytes.has(byte))
    const refused =
      first === openBracket
        ? batchRefusal()
        : first === undefined && readBytes > longestMessage
          ? refusal(413, 'MESSAGE_TOO_LONG')
          : null
    if (refused === null) continue
    await reader.cancel()
    return refused
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = read.shift() ?? (await reader.read()).value
      if (next === undefined) controller.close()
      else controller.enqueue(next)
    },
    cancel: reason => reader.cancel(reason),
  })
  const { method, headers, signal } = request
  // Without `duplex` a stream is no content of a request (Fetch), and the types do not have it.
  const options: RequestInit & { readonly duplex: 'half' } = { method, headers, signal, body, duplex: 'half' }
  return new Request(request.url, options)
}

/** The code of JSON-RPC 2.0 §5.1. */
const invalidRequest = -32600

function batchRefusal(): Response {
  const message = 'Batches are not supported; send one message in each request'
  return Response.json(
    { jsonrpc: '2.0', id: null, error: { code: invalidRequest, message } },
    { status: 400 },
  )
}

function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ code }, { status, headers })
}

function isSame(given: string, expected: string): boolean {
  const bytes = [Buffer.from(given), Buffer.from(expected)] as const
  return bytes[0].byteLength === bytes[1].byteLength && timingSafeEqual(...bytes)
}
