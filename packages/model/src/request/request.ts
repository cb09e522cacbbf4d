import type { Auth } from '../authorization/auth.ts'
import type { Description, Row } from '../row.ts'
import type { PlainVariable } from '../variables/variable.ts'
import type { BodyVariant, GraphQlBody, HttpBody } from './body.ts'
import type { RequestExample } from './example.ts'
import type { GrpcPart } from './grpc-part.ts'
import type { RequestSettings } from './request-settings.ts'
import type { Assertion, Scripts, SetVariableAction } from './scripts.ts'
import type { StreamSettings } from './stream-settings.ts'
import type { WebSocketPart } from './web-socket-part.ts'

/** A request of any kind (behaviour 1). */
export type Request = HttpRequest | GraphQlRequest | WebSocketRequest | ServerSentEventsRequest | GrpcRequest

export type RequestKind = Request['kind']

/** The fields that every kind has. */
export interface RequestFields {
  readonly name: string
  readonly description?: Description
  readonly tags: readonly string[]
  /** The position among its siblings; those without one come last. */
  readonly sequence?: number
  /**
   * May contain `{{variables}}`. The text is authoritative; parts that were not edited are never rewritten.
   */
  readonly url: string
  readonly auth: Auth
  readonly scripts: Scripts
  readonly variables: readonly PlainVariable[]
  readonly docs?: string
}

/** The fields of kinds that are sent as one HTTP request. */
export interface HttpFields extends RequestFields {
  /** Any token (RFC 9110 §9.1). */
  readonly method: string
  /** The query of the URL as rows, and the unticked rows, which are only here. */
  readonly params: readonly Row[]
  /** Values for the `:name` segments of the path. */
  readonly pathParams: readonly Row[]
  readonly headers: readonly Row[]
  /** Sent together in one `Cookie` header. */
  readonly cookies: readonly Row[]
  readonly settings: RequestSettings
  readonly assertions: readonly Assertion[]
  readonly actions: readonly SetVariableAction[]
  /** The JSONPath of the text in the events of its response; absent: the places that are known. */
  readonly textPath?: string
}

/** The fields that every request has in the form in which it is edited and sent: as a message over HTTP. */
export interface DraftFields extends HttpFields {
  readonly kind: 'http'
  readonly body: HttpBody
  readonly bodyVariants?: readonly BodyVariant<HttpBody>[]
  readonly examples: readonly RequestExample[]
  readonly app?: RequestApp
}

/** What only some drafts have, of which a draft has one part at most: it says of which kind the request is. */
export type KindPart =
  | NoKindPart
  /** A request for an event stream. */
  | (Omit<NoKindPart, 'stream'> & { readonly stream: StreamSettings })
  /** The handshake of a WebSocket. */
  | (Omit<NoKindPart, 'webSocket'> & { readonly webSocket: WebSocketPart })
  /** A gRPC call. */
  | (Omit<NoKindPart, 'grpc'> & { readonly grpc: GrpcPart })

/** One message and its response, also with a GraphQL body. */
interface NoKindPart {
  readonly stream?: never
  readonly webSocket?: never
  readonly grpc?: never
}

/** A request of any kind in the form in which it is edited and sent. */
export type HttpRequest = DraftFields & KindPart

/** A draft of a gRPC call. */
export type GrpcDraft = HttpRequest & { readonly grpc: GrpcPart }

/** Preset to POST with a GraphQL body and `Content-Type: application/json` (behaviour 1). */
export interface GraphQlRequest extends HttpFields {
  readonly kind: 'graphql'
  readonly body: GraphQlBody
  readonly bodyVariants?: readonly BodyVariant<GraphQlBody>[]
  /** Absent: none. */
  readonly examples?: readonly RequestExample[]
}

/** A request for an event stream (behaviour 1). The body is sent because some servers require a POST. */
export interface ServerSentEventsRequest extends HttpFields {
  readonly kind: 'serverSentEvents'
  readonly body: HttpBody
  readonly stream: StreamSettings
}

/** A request for a WebSocket (behaviour 1). Its handshake is a GET request. */
export interface WebSocketRequest extends RequestFields {
  readonly kind: 'webSocket'
  readonly params: readonly Row[]
  /** Values for the `:name` segments of the path. */
  readonly pathParams: readonly Row[]
  readonly headers: readonly Row[]
  readonly cookies: readonly Row[]
  readonly settings: RequestSettings
  readonly webSocket: WebSocketPart
}

export interface GrpcRequest extends RequestFields, GrpcPart {
  readonly kind: 'grpc'
  readonly metadata: readonly Row[]
  readonly assertions: readonly Assertion[]
}

/** A page that another client's file attaches to a request; it is kept but never run. */
export interface RequestApp {
  readonly enabled: boolean
  readonly code: string
}
