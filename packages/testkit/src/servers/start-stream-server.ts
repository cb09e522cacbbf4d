import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { listenOnLoopback } from '../listen-on-loopback.ts'

/** A server for event streams. */
export interface StreamServer {
  readonly url: string
  /** The headers of each request so far. */
  readonly heads: readonly IncomingHttpHeaders[]
  close(): void
}

/** Serves one request after another; the last listener answers all that follow. */
export async function startStreamServer(...listeners: readonly RequestListener[]): Promise<StreamServer> {
  const heads: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    const listener = listeners[Math.min(heads.length, listeners.length - 1)]
    heads.push(request.headers)
    listener?.(request, response)
  })
  const port = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}/stream`,
    heads,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Sends a text, and ends the stream. */
export function endedStream(text: string): RequestListener {
  return (_, response) => response.writeHead(200, eventStream).end(text)
}

/** Sends a text, and keeps the stream open. */
export function openStream(text: string): RequestListener {
  return (_, response) => {
    response.writeHead(200, eventStream)
    response.flushHeaders()
    response.write(text)
  }
}

/**
 * Sends results of a GraphQL subscription in parts (`multipart/mixed;subscriptionSpec=1.0`), each with the delimiter after
 * it, and keeps the response open.
 */
export function openParts(...contents: readonly string[]): RequestListener {
  return (_, response) => {
    response.writeHead(200, {
      'content-type': 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
    })
    response.write('\r\n--graphql')
    for (const content of contents)
      response.write(`\r\ncontent-type: application/json\r\n\r\n${content}\r\n--graphql`)
    response.write('\r\n')
  }
}

/** Sends a text, and breaks the connection off. */
export function brokenStream(text: string): RequestListener {
  return (_, response) => {
    response.writeHead(200, eventStream)
    response.write(text, () => response.destroy())
  }
}

/** Ends a stream for good. */
export const noMoreStream: RequestListener = (_, response) => response.writeHead(204).end()

const eventStream = { 'content-type': 'text/event-stream' }
