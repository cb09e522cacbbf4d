import type { Notice } from './notice.ts'

/** One field line of a message, in its place in an ordered list (RFC 9110 §5). */
export interface HeaderField {
  readonly name: string
  readonly value: string
}

/** What is known of a send that brought no whole response; of its redirects, the last request. */
export interface SendAttempt {
  /** As far as it went out; null where no connection was had. */
  readonly request: SentRequest | null
  readonly connection: ConnectionInfo | null
  /** Phases that did not end are null. */
  readonly timings: Timings
  readonly hops: readonly Hop[]
  readonly notices: readonly Notice[]
}

/** A request as sent and the response to it. */
export interface Exchange {
  readonly request: SentRequest
  readonly response: Response
  readonly timings: Timings
  /** The responses that led to `response`, first one first. */
  readonly hops: readonly Hop[]
  readonly connection: ConnectionInfo
  readonly notices: readonly Notice[]
}

export interface SentRequest {
  readonly method: string
  readonly targetUri: string
  /** `1.1` or `2`. */
  readonly httpVersion: string
  /** As on the wire: `GET /books?limit=2 HTTP/1.1`. HTTP/2 has none on its wire, where this says the same. */
  readonly requestLine: string
  /** As on the wire, in their order; on HTTP/2 the pseudo-header fields come first. */
  readonly headers: readonly HeaderField[]
  /** Fields of the request that HTTP/2 has no place for (RFC 9113 §8.2.2); empty on HTTP/1.1. */
  readonly leftOut: readonly HeaderField[]
  /** Bytes on the wire of request line and header section. */
  readonly headerBytes: number
  /** Bytes on the wire of the content. */
  readonly contentBytes: number
}

export interface Response {
  readonly httpVersion: string
  readonly statusCode: number
  readonly reasonPhrase: string
  readonly headers: readonly HeaderField[]
  readonly trailers: readonly HeaderField[]
  /** Bytes on the wire of status line and header section. */
  readonly headerBytes: number
  /** The interim (1xx) responses before it, first one first. */
  readonly interim: readonly InterimResponse[]
  readonly content: ResponseContent
}

export interface InterimResponse {
  readonly statusCode: number
  readonly reasonPhrase: string
  readonly headers: readonly HeaderField[]
}

/** Content is kept outside the exchange and read by range through its handle. */
export interface ResponseContent {
  readonly handle: string
  /** Lower case, without parameters; empty where the response names none. */
  readonly mediaType: string
  readonly charset: string
  /** Bytes on the wire after the header section: the framing of a transfer coding and trailers too. */
  readonly wireBytes: number
  /** Bytes once content codings are undone. */
  readonly decodedBytes: number
  /** False when the send ended before the last byte. */
  readonly isComplete: boolean
}

/** Milliseconds. A phase that did not happen (a reused connection, plain HTTP) is null. */
export interface Timings {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  /** From the request's last byte to the response's first. */
  readonly waitingMs: number | null
  readonly downloadMs: number | null
  readonly totalMs: number
}

/** A response that led to another request: a redirect, or one that asked for other credentials. */
export interface Hop {
  readonly method: string
  readonly targetUri: string
  readonly statusCode: number
  /** Of a redirect; empty where the same target was asked again. */
  readonly location: string
}

export interface ConnectionInfo {
  readonly remoteAddress: string
  readonly remotePort: number
  readonly isReused: boolean
  /** The proxy that it goes through, as `http://host:port`: its address is then the remote one. Null: directly. */
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
