import type { IncomingMessage } from 'node:http'
import type { Answer } from './answer.ts'

/** One request to the demo API, with its content read completely. */
export interface Call {
  readonly request: IncomingMessage
  readonly method: string
  /** The path's `:name` segments, percent-decoded. */
  readonly pathParameters: ReadonlyMap<string, string>
  readonly query: URLSearchParams
  readonly content: Buffer
  /** Aborts when the client leaves or the server closes. */
  readonly signal: AbortSignal
}

/** Responds to one call. A rejection is a bug and becomes a 500. */
export type Handler = (call: Call) => Answer | Promise<Answer>

/** An endpoint of the demo API. */
export interface Route {
  /** `ANY` accepts every method, `GET` also accepts HEAD. */
  readonly method: 'ANY' | 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A path below `/v1` whose segments are literal or `:name`; the empty path is `/v1` itself. */
  readonly path: string
  /** One line for the index. */
  readonly summary: string
  readonly handle: Handler
}

/** Returns a path parameter of the route; an absent one is empty. */
export function pathParameter(call: Call, name: string): string {
  return call.pathParameters.get(name) ?? ''
}
