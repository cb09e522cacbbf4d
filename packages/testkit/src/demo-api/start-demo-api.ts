import { createServer } from 'node:http'
import { listenOnLoopback } from '../listen-on-loopback.ts'
import { answerJson } from './answer.ts'
import { answerCall } from './answer-call.ts'
import { type BookShelf, newShelf } from './book-shelf.ts'
import { bookRoutes } from './books.ts'
import { cookieRoutes } from './cookies.ts'
import { delayRoutes } from './delay.ts'
import { documentRoutes } from './documents.ts'
import { echoRoutes } from './echo.ts'
import { encodingRoutes } from './encodings.ts'
import { eventStreamRoutes } from './event-stream.ts'
import { graphQlRoutes } from './graphql/graphql-route.ts'
import { answerBothVersions } from './grpc/answer-both-versions.ts'
import { largeContentRoutes } from './large-content.ts'
import { redirectRoutes } from './redirects.ts'
import type { Route } from './route.ts'
import { statusRoutes } from './status.ts'
import { tokenRoutes } from './tokens.ts'
import { DemoWebSockets, webSocketRoutes } from './web-sockets.ts'

const basePath = '/v1'

/** The options of the demo API. */
export interface DemoApiOptions {
  /** The port on 127.0.0.1; 0 (default) chooses a free one. */
  readonly port?: number
  /** The lifetime of access tokens; an hour by default. */
  readonly tokenLifetimeSeconds?: number
}

/** A running demo API. */
export interface DemoApi {
  /** `http://127.0.0.1:PORT/v1`, without a trailing slash. */
  readonly baseUrl: string
  readonly port: number
  /** Returns the number of active calls, which excludes cancelled ones. */
  activeCallCount(): number
  /** Aborts all open connections and resolves when the port is free. May be called twice. */
  close(): Promise<void>
}

/**
 * Starts the demo API (behaviour 4) on 127.0.0.1: a bookshop with endpoints for everything that a client may meet.
 * Its whole state is in memory and reset on each start; it makes no outgoing calls. It uses only node:http
 * (and `ws`), because a framework over fetch's Request supports neither raw fields and targets nor every status. Rejects
 * if the port is taken.
 */
export async function startDemoApi(options: DemoApiOptions = {}): Promise<DemoApi> {
  const shelf = newShelf()
  const routes = createRoutes(shelf, options.tokenLifetimeSeconds ?? 3600)
  let activeCallCount = 0
  const server = createServer({ maxHeaderSize: 64 * 1024, keepAliveTimeout: 60_000 }, (request, response) => {
    activeCallCount += 1
    void answerCall(routes, basePath, request, response).finally(() => {
      activeCallCount -= 1
    })
  })
  // Node silently drops fields above this count, but the echo returns all of them.
  server.maxHeadersCount = 0
  const webSockets = new DemoWebSockets(basePath, shelf)
  server.on('upgrade', (request, socket, head) => webSockets.upgrade(request, socket, head))
  const both = answerBothVersions(server, async () => {
    // Most starts make no call.
    const { createGrpcService } = await import('./grpc/grpc-service.ts')
    return createGrpcService(shelf)
  })
  const port = await listenOnLoopback(both.server, options.port)
  return {
    baseUrl: `http://127.0.0.1:${port}${basePath}`,
    port,
    activeCallCount: () => activeCallCount,
    close: () =>
      new Promise(resolve => {
        both.server.close(() => resolve())
        both.closeAll()
        webSockets.close()
      }),
  }
}

function createRoutes(shelf: BookShelf, tokenLifetimeSeconds: number): readonly Route[] {
  const endpoints: readonly Route[] = [
    ...bookRoutes(shelf),
    ...graphQlRoutes(shelf),
    ...tokenRoutes(tokenLifetimeSeconds),
    ...echoRoutes,
    ...statusRoutes,
    ...delayRoutes,
    ...redirectRoutes,
    ...cookieRoutes,
    ...largeContentRoutes,
    ...documentRoutes,
    ...encodingRoutes,
    ...eventStreamRoutes,
  ]
  const index = [...endpoints, ...webSocketRoutes].map(({ method, path, summary }) => ({
    method,
    path: `${basePath}${path}`,
    summary,
  }))
  const handle = () => answerJson({ name: 'Bookshop demo API', endpoints: index })
  const summary = 'This list of endpoints'
  return [
    { method: 'GET', path: '', summary, handle },
    { method: 'GET', path: '/', summary, handle },
    ...endpoints,
  ]
}
