import type { Auth } from '../authorization/auth.ts'
import type { Description, Row } from '../row.ts'
import type { PlainVariable } from '../variables/variable.ts'
import type { BodyVariant, GraphQlBody, HttpBody } from './body.ts'
import type { RequestExample } from './example.ts'
import type { RequestSettings } from './request-settings.ts'
import type { Assertion, Scripts, SetVariableAction } from './scripts.ts'

/** Every kind of request (spec 1). */
export type Request = HttpRequest | GraphQlRequest | WebSocketRequest | ServerSentEventsRequest | GrpcRequest

export type RequestKind = Request['kind']

/** What every kind has. */
export interface RequestFields {
  readonly name: string
  readonly description?: Description
  readonly tags: readonly string[]
  /** Where it stands among its siblings; absent: after those that have one. */
  readonly sequence?: number
  /** May contain `{{variables}}`. The text is the truth; nothing rewrites what was not edited. */
  readonly url: string
  readonly auth: Auth
  readonly scripts: Scripts
  readonly variables: readonly PlainVariable[]
  readonly docs?: string
}

/** What the kinds that travel as one HTTP request have. */
export interface HttpFields extends RequestFields {
  /** Any token (RFC 9110 §9.1). */
  readonly method: string
  /** The query of the URL row by row, and the unticked rows, which stand only here. */
  readonly params: readonly Row[]
  /** Values for the `:name` segments of the path. */
  readonly pathParams: readonly Row[]
  readonly headers: readonly Row[]
  /** Sent together as one `Cookie` header. */
  readonly cookies: readonly Row[]
  readonly settings: RequestSettings
  readonly assertions: readonly Assertion[]
  readonly actions: readonly SetVariableAction[]
}

export interface HttpRequest extends HttpFields {
  readonly kind: 'http'
  readonly body: HttpBody
  readonly bodyVariants?: readonly BodyVariant<HttpBody>[]
  readonly examples: readonly RequestExample[]
  readonly app?: RequestApp
}

/** Preset to POST with a GraphQL body and `Content-Type: application/json` (spec 1). */
export interface GraphQlRequest extends HttpFields {
  readonly kind: 'graphql'
  readonly body: GraphQlBody
  readonly bodyVariants?: readonly BodyVariant<GraphQlBody>[]
}

/** An event stream (spec 1); the body is sent with it, as some servers want a POST. */
export interface ServerSentEventsRequest extends HttpFields {
  readonly kind: 'serverSentEvents'
  readonly body: HttpBody
}

export interface WebSocketRequest extends RequestFields {
  readonly kind: 'webSocket'
  readonly params: readonly Row[]
  readonly headers: readonly Row[]
  readonly cookies: readonly Row[]
  readonly messages: readonly WebSocketMessage[]
  readonly settings: WebSocketSettings
}

export interface WebSocketMessage {
  readonly title: string
  readonly selected: boolean
  readonly format: 'text' | 'json' | 'xml' | 'binary'
  readonly data: string
}

export interface WebSocketSettings {
  readonly timeoutMs: number | 'inherit'
  readonly keepAliveIntervalMs: number | 'inherit'
}

export interface GrpcRequest extends RequestFields {
  readonly kind: 'grpc'
  /** `package.Service/Method`. */
  readonly method: string
  readonly methodType: 'unary' | 'clientStreaming' | 'serverStreaming' | 'bidirectionalStreaming'
  readonly protoFilePath: string
  readonly metadata: readonly Row[]
  readonly messages: readonly GrpcMessage[]
  readonly assertions: readonly Assertion[]
}

export interface GrpcMessage {
  readonly title: string
  readonly selected: boolean
  /** JSON text as typed. */
  readonly text: string
}

/** A page that another client's file attaches to a request; kept, never run. */
export interface RequestApp {
  readonly enabled: boolean
  readonly code: string
}
