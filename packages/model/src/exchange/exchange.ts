import type { Notice } from './notice.ts'

/** A header field; fields are kept in an ordered list (RFC 9110 §5). */
export interface HeaderField {
  readonly name: string
  readonly value: string
}

/** What is known about a send without a complete response. After redirects, this is the last request. */
export interface SendAttempt {
  /** As far as it was sent; null if no connection was made. */
  readonly request: SentRequest | null
  readonly connection: ConnectionInfo | null
  /** The phase in which it ended counts until then; those that did not begin are null. */
  readonly timings: Timings
  readonly hops: readonly Hop[]
  readonly notices: readonly Notice[]
}

/** A request as sent and the response to it. */
export interface Exchange {
  readonly request: SentRequest
  readonly response: Response
  readonly timings: Timings
  /** The responses that led to `response`, in order. */
  readonly hops: readonly Hop[]
  readonly connection: ConnectionInfo
  readonly notices: readonly Notice[]
}

export interface SentRequest {
  readonly method: string
  readonly targetUri: string
  /** `1.1` or `2`. */
  readonly httpVersion: string
  /** As sent: `GET /books?limit=2 HTTP/1.1`. HTTP/2 has no request line; this is the equivalent. */
  readonly requestLine: string
  /** As sent, in order. In HTTP/2 the pseudo-header fields come first. */
  readonly headers: readonly HeaderField[]
  /** Fields of the request that HTTP/2 does not allow (RFC 9113 §8.2.2); empty for HTTP/1.1. */
  readonly leftOut: readonly HeaderField[]
  /** Bytes of request line and header section on the wire. */
  readonly headerBytes: number
  /** Bytes of the content on the wire. */
  readonly contentBytes: number
}

export interface Response {
  readonly httpVersion: string
  readonly statusCode: number
  readonly reasonPhrase: string
  readonly headers: readonly HeaderField[]
  readonly trailers: readonly HeaderField[]
  /** Bytes of status line and header section on the wire. */
  readonly headerBytes: number
  /** The interim (1xx) responses before it, in order. */
  readonly interim: readonly InterimResponse[]
  readonly content: ResponseContent
  /** Present if the response opened a WebSocket. */
  readonly webSocket?: WebSocketState
  /** Present if the response ended a gRPC call. */
  readonly grpc?: GrpcState
  /** Present if it belongs to a gRPC call whose messages are those of a live session. */
  readonly isOfStreamedCall?: true
}

/** How a gRPC call ended. The content of its response is the messages as JSON. */
export interface GrpcState {
  /** From 0 to 16; 0 means success. */
  readonly code: number
  /** The name of the code, such as `NOT_FOUND`. */
  readonly name: string
  /** As the server sent it, or why its response is none. */
  readonly message: string
  /** What `grpc-status-details-bin` contains, as JSON texts. */
  readonly details: readonly string[]
  /** How many messages the server sent. */
  readonly messageCount: number
  /** Present if Parley ended the call, because it had received as much of a stream as a run does. */
  readonly isEndedByRun?: true
}

/** What was agreed for a WebSocket, and how it ended. */
export interface WebSocketState {
  /** The subprotocol that the server chose; empty: none. */
  readonly subprotocol: string
  /** The extensions that the server chose, as it wrote them; empty: none. */
  readonly extensions: string
  /** Null while it is open. */
  readonly end: WebSocketEnd | null
}

/** How a WebSocket ended (RFC 6455 §7.1.5). */
export interface WebSocketEnd {
  /** 1006 if there was no closing handshake. */
  readonly code: number
  readonly reason: string
  /** Who closed it first. */
  readonly by: 'peer' | 'user'
}

export interface InterimResponse {
  readonly statusCode: number
  readonly reasonPhrase: string
  readonly headers: readonly HeaderField[]
}

/** The content of a response, stored outside the exchange and read by range with its handle. */
export interface ResponseContent {
  readonly handle: string
  /** In lower case without parameters; empty if the response has none. */
  readonly mediaType: string
  readonly charset: string
  /** Bytes on the wire after the header section, including chunk framing and trailers. */
  readonly wireBytes: number
  /** Bytes after content codings are decoded. */
  readonly decodedBytes: number
  /** False if the send ended before the last byte. */
  readonly isComplete: boolean
}

/**
 * Durations in milliseconds. A phase that did not happen, for example on a reused connection or without TLS,
 * is null.
 */
export interface Timings {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  /** From the last byte of the request to the first byte of the response. */
  readonly waitingMs: number | null
  readonly downloadMs: number | null
  readonly totalMs: number
  /** From the start to the beginning of the last request, if there were hops before it; the phases are those of the last one. */
  readonly earlierMs?: number
  /** How long scripts ran before the request was sent; not part of `totalMs`. Absent if there were none. */
  readonly preRequestMs?: number
  /** How long scripts, assertions and tests ran after the response; not part of `totalMs`. Absent if there were none. */
  readonly postResponseMs?: number
}

/** A response that led to another request: a redirect, or one that asked for more than was sent. */
export interface Hop {
  readonly method: string
  readonly targetUri: string
  readonly statusCode: number
  /** For redirects; empty if the request was repeated to the same target. */
  readonly location: string
  /** Present if it was repeated with the GraphQL query that the server did not know; else with other credentials. */
  readonly repeatedWith?: 'query'
  /** How long after the start of the send the response was there, in milliseconds; absent in earlier entries of the history. */
  readonly atMs?: number
}

export interface ConnectionInfo {
  readonly remoteAddress: string
  readonly remotePort: number
  readonly isReused: boolean
  /** The proxy, as `http://host:port`; the remote address is then the proxy's. Null without a proxy. */
  readonly proxy: string | null
  readonly tls: TlsInfo | null
}

export interface TlsInfo {
  readonly protocol: string
  readonly cipher: string
  /** Leaf first. */
  readonly certificates: readonly {
    readonly subject: string
    readonly issuer: string
    readonly validFrom: string
    readonly validTo: string
  }[]
}
