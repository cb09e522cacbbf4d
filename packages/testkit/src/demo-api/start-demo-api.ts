import { createServer } from 'node:http'
import { listenOnLoopback } from '../listen-on-loopback.ts'
import { answerJson } from './answer.ts'
import { answerCall } from './answer-call.ts'
import { bookRoutes } from './books.ts'
import { cookieRoutes } from './cookies.ts'
import { delayRoutes } from './delay.ts'
import { documentRoutes } from './documents.ts'
import { echoRoutes } from './echo.ts'
import { encodingRoutes } from './encodings.ts'
import { eventStreamRoutes } from './event-stream.ts'
import { largeContentRoutes } from './large-content.ts'
import { redirectRoutes } from './redirects.ts'
import type { Route } from './route.ts'
import { statusRoutes } from './status.ts'
import { tokenRoutes } from './tokens.ts'

const basePath = '/v1'

/** How the demo API starts. */
export interface DemoApiOptions {
  /** The port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number
  /** How long issued access tokens are good for; an hour by default. */
  readonly tokenLifetimeSeconds?: number
}

/** A running demo API. */
export interface DemoApi {
  /** `http://127.0.0.1:PORT/v1`, without a slash at its end. */
  readonly baseUrl: string
  readonly port: number
  /** How many calls are being answered right now; a cancelled call leaves this count. */
  activeCallCount(): number
  /** Cuts all open connections and resolves when the port is free. Safe to call twice. */
  close(): Promise<void>
}

/**
 * Starts the demo API (spec 4): a bookshop with endpoints for whatever a client can meet, on 127.0.0.1
 * alone. All its state is in memory and as new on each start; it calls nothing outside. It stands on
 * node:http alone: a framework over fetch's Request knows neither raw fields and targets nor every status.
 * Rejects where the port is taken.
 */
export async function startDemoApi(options: DemoApiOptions = {}): Promise<DemoApi> {
  const routes = createRoutes(options.tokenLifetimeSeconds ?? 3600)
  let activeCallCount = 0
  const server = createServer({ maxHeaderSize: 64 * 1024, keepAliveTimeout: 60_000 }, (request, response) => {
    activeCallCount += 1
    void answerCall(routes, basePath, request, response).finally(() => {
      activeCallCount -= 1
    })
  })
  // Node drops fields above this count in silence, and the echo promises all of them.
  server.maxHeadersCount = 0
  const port = await listenOnLoopback(server, options.port)
  return {
    baseUrl: `http://127.0.0.1:${port}${basePath}`,
    port,
    activeCallCount: () => activeCallCount,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function createRoutes(tokenLifetimeSeconds: number): readonly Route[] {
  const endpoints: readonly Route[] = [
    ...bookRoutes(),
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
  const index = endpoints.map(({ method, path, summary }) => ({
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
