import type { HeaderField, Notice, Result, SendFailure } from '@parley/model'
import type { ContentPart } from '../../basics/content-part.ts'
import type { GateFacts } from '../gate/message-secrets.ts'
import type { EffectiveSettings } from '../request-context.ts'

/** A header field of a message, and the secrets in it. */
export interface MessageHeader extends HeaderField {
  /** Who wrote it: a row of the user or an edit of a script; absent if it was generated. */
  readonly writtenBy?: 'user' | 'script'
  /** The field for scripts, with `{{name}}` in place of each withheld secret; absent if it contains none. */
  readonly shown?: HeaderField
  /** Names of the secrets in it, withheld or not; absent if it contains none. */
  readonly secretNames?: readonly string[]
}

/** A message with credentials or a signature. */
export interface AuthorizedMessage extends MessageFields {
  readonly stage: 'authorized'
  readonly credentials: readonly PlacedCredential[]
  readonly answerResponse: AnswerResponse | null
  /** The signed parts; null if nothing is signed. */
  readonly signed: SignedParts | null
}

/** The message to send, including the edits of scripts. */
export interface OutboundMessage extends MessageFields {
  readonly stage: 'outbound'
  /** The parts that identify the user: removed on the way to another origin, and shown masked. */
  readonly credentials: readonly PlacedCredential[]
  /** Null if every response but a followed redirect is the result. */
  readonly answerResponse: AnswerResponse | null
  /** Absent if no content leads to another message. */
  readonly answerContent?: AnswerContent
  /**
   * Provides the cookies of each request of the send, including redirects, and stores those of responses.
   * Without one, no cookies are kept.
   */
  readonly cookieJar?: CookieJar
}

/** Cookies that outlast a send; only runs of collections have one (behaviour 2.1; RFC 6265). */
export interface CookieJar {
  /** Returns the `name=value` pairs for a request to an address, in the order of RFC 6265 §5.4. */
  pairsFor(targetUri: string): readonly string[]
  /** Stores the values of `Set-Cookie`, except those that RFC 6265 or the public suffix list forbid. */
  store(targetUri: string, setCookies: readonly string[]): Promise<void>
}

/**
 * The parts that a signature covers besides method and target. Changing one later makes the signature
 * invalid.
 */
export interface SignedParts {
  /** In lower case. */
  readonly headerNames: ReadonlySet<string>
  readonly content: boolean
}

/** A part of a message that was generated from the user's authorization. */
export interface PlacedCredential {
  readonly placement: 'header' | 'query'
  /** The name of the header or of the query parameter, the latter not encoded. */
  readonly name: string
  /** The secret part of its value: in a header exactly as sent, in the query not encoded. */
  readonly secret: string
}

/**
 * Called with the head of each response that is not a followed redirect, and with the message it answers.
 * Returns the next message to send, for example with a renewed token, or null if the response is the result.
 * Rejects only because of a bug.
 */
export type AnswerResponse = (
  message: OutboundMessage,
  head: ResponseHeadFields,
) => Promise<OutboundMessage | null>

/** Decides whether the content of a JSON response leads to another message. */
export interface AnswerContent {
  /** Longer content is the result, so no more is held back. */
  readonly longestBytes: number
  /**
   * Called with the whole content. Returns the next message, which goes to the target of the first one, or why it
   * cannot be prepared; null if the response is the result.
   * @param message the one that the response answers
   */
  answer(message: OutboundMessage, content: string): Promise<Result<OutboundMessage, SendFailure> | null>
}

/** The parts of a response that decide about another round. */
export interface ResponseHeadFields {
  readonly statusCode: number
  readonly headers: readonly HeaderField[]
}

export interface MessageFields {
  readonly method: string
  readonly target: RequestTarget
  /** In the order in which they are sent, including `Host` and framing. */
  readonly headers: readonly MessageHeader[]
  /** In the order in which it is sent; empty means no content. */
  readonly content: readonly ContentPart[]
  readonly settings: EffectiveSettings
  readonly notices: readonly Notice[]
  readonly gateFacts: GateFacts
}

export interface RequestTarget {
  readonly scheme: 'http' | 'https'
  /** The host to connect to: A-labels or an address, IPv6 without brackets. */
  readonly host: string
  readonly port: number
  /** Path and query as in the request line. */
  readonly pathAndQuery: string
  readonly targetUri: string
  /** `host:port` as the user typed it, for messages. */
  readonly address: string
  /** The URI for scripts, with `{{name}}` in place of each withheld secret; absent if it contains none. */
  readonly shownUri?: string
}
