import type { IncomingMessage } from 'node:http'
import type { Answer } from './answer.ts'

/** One request on its way through the demo API, its content read to the end. */
export interface Call {
  readonly request: IncomingMessage
  readonly method: string
  /** The path's `:name` segments, percent-decoded. */
  readonly pathParameters: ReadonlyMap<string, string>
  readonly query: URLSearchParams
  readonly content: Buffer
  /** Aborts when the client goes away or the server closes. */
  readonly signal: AbortSignal
}

/** Answers one call. A rejection is a bug and becomes a 500. */
export type Handler = (call: Call) => Answer | Promise<Answer>

/** An endpoint of the demo API. */
export interface Route {
  /** `ANY` takes every method, `GET` takes HEAD as well. */
  readonly method: 'ANY' | 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A path below `/v1` whose segments are literal or `:name`; the empty path is `/v1` itself. */
  readonly path: string
  /** One line for the index. */
  readonly summary: string
  readonly handle: Handler
}

/** A path parameter that the route's own path names; absent names are empty. */
export function pathParameter(call: Call, name: string): string {
  return call.pathParameters.get(name) ?? ''
}
