import type {
  Auth,
  Collection,
  Exchange,
  Folder,
  HeaderField,
  HttpRequest,
  Response,
  Result,
  ScriptNote,
  SendAttempt,
  SendFailure,
  TestReport,
} from '@parley/model'
import type { ByteStream } from './byte-stream.ts'
import type { PassedMessage } from './gate/passed-message.ts'
import type { SecretHosts } from './gate/secret-hosts.ts'
import type { GrpcCallHost } from './grpc/grpc-call-host.ts'
import type { ReflectedDefinitions } from './grpc/reflected-definitions.ts'
import type { HostNames } from './message/host-names.ts'
import type {
  ContentOverride,
  CookieJar,
  MessageHeader,
  ResolvedRequest,
  ScriptOutcome,
  WithheldValue,
} from './stages.ts'
import type { VariableScope } from './variables/scope.ts'
import type { WebSocketHost } from './websocket/web-socket-host.ts'

/** All I/O that the engine needs, provided by the host. */
export interface EnginePorts {
  readonly transport: Transport
  readonly scripts: ScriptRunner
  readonly history: History
  readonly clock: Clock
  readonly random: Random
  readonly hostNames: HostNames
  readonly files: Files
  readonly authSession: AuthSession
  readonly secretHosts: SecretHosts
  /** Provides the cookies of each request and stores those of responses. Without one, no cookies are kept. */
  readonly cookieJar?: CookieJar
  /** Without it, a send that needs a secret without a value fails. */
  readonly secretValues?: SecretValues
  /** Takes part in the conversation over a WebSocket. Without it, requests for one fail. */
  readonly webSockets?: WebSocketHost
  /** What servers said about their services before. Without it, each gRPC call asks again. */
  readonly reflectedDefinitions?: ReflectedDefinitions
  /** Takes part in gRPC calls with streams. Without it, their messages are sent together, and this side is ended. */
  readonly grpcCalls?: GrpcCallHost
}

/**
 * Sends messages. One call sends one request and the redirects and rounds that follow from it. The transport
 * passes each of them through the gate first.
 */
export interface Transport {
  /** Resolves with data for every outcome, including Cancel; rejects only because of a bug. */
  send(
    passed: PassedMessage,
    observer: ExchangeObserver,
    signal: AbortSignal,
    /** Receives the content of the response instead of the transport's own store, which a function gets. */
    bodyStore?: BodyStore | ((own: BodyStore) => BodyStore),
  ): Promise<TransportResult>
  /**
   * Sends a message that asks the server to switch to another protocol, over a connection of its own. A server that
   * refuses gives an ordinary response. The time limit of the message ends with the response.
   */
  open(
    passed: PassedMessage,
    observer: ExchangeObserver,
    signal: AbortSignal,
  ): Promise<Result<OpenedExchange, FailedSend>>
}

/** An exchange that asked for another protocol. */
export interface OpenedExchange {
  readonly exchange: SentExchange
  /** The message that the response answers: the last one after redirects. */
  readonly passed: PassedMessage
  /** The connection after a 101 response (RFC 9110 §15.2.2); null if the server refused. */
  readonly stream: ByteStream | null
}

export type TransportResult = Result<SentExchange, FailedSend>

/** An exchange whose request headers still say which secrets they contain. */
export interface SentExchange extends Exchange {
  readonly request: Exchange['request'] & { readonly headers: readonly MessageHeader[] }
}

/** A failure, and what was sent and received before it. */
export interface FailedSend {
  readonly failure: SendFailure
  /** Null if nothing was sent. */
  readonly attempt: SendAttempt | null
  readonly response: Response | null
}

/** Receives the progress of an exchange. */
export interface ExchangeObserver {
  /** Called while the request's content is sent; never for a request without content. */
  onRequestContent(sentBytes: number): void
  /** Called with the response's head, then while its content arrives. */
  onResponse(response: Response): void
  /** Called with each decoded piece of the content once it is stored; its memory may be used again afterwards. */
  onContent?(bytes: Uint8Array): void
}

/** Resolves after a time, or immediately when the signal aborts. Never rejects. */
export type Wait = (timeMs: number, signal: AbortSignal) => Promise<void>

/** Where the transport stores response content. */
export interface BodyStore {
  create(): Promise<BodyWriter>
}

/** Writes the content of one response to a store. */
export interface BodyWriter {
  /** The name under which the body can be read. */
  readonly handle: string
  /** Resolves when the next write may follow (back-pressure). */
  write(bytes: Uint8Array): Promise<void>
  /** Call after the last write, also of incomplete content. Written content can be read before. */
  close(): Promise<void>
}

/** The sandbox in which scripts run (behaviour 4). */
export interface ScriptRunner {
  /** Runs the scripts, outermost first. A script that throws stops the send. */
  runPreRequest(run: PreRequestRun): Promise<Result<ScriptOutcome, SendFailure>>
  /**
   * Runs the scripts, outermost first. A script that throws is listed in the report, after the earlier
   * results.
   */
  runPostResponse(run: PostResponseRun): Promise<ScriptReport>
}

/** The results of the post-response scripts. */
export interface ScriptReport extends TestReport {
  /** What users should know about the scripts; absent: nothing. */
  readonly notes?: readonly ScriptNote[]
  /** Whether something that lists tests looked at the status of the response; absent: nothing did. */
  readonly isStatusTested?: boolean
}

export interface PreRequestRun {
  readonly resolved: ResolvedRequest
  readonly sendRequest: ScriptRequestSender
  /** Aborts on Cancel: the script is stopped and none of its changes are kept. */
  readonly signal: AbortSignal
}

export interface PostResponseRun {
  readonly resolved: ResolvedRequest
  /** The result of the pre-request scripts. */
  readonly outcome: ScriptOutcome
  /** Without the values of withheld secrets. */
  readonly exchange: Exchange
  readonly signal: AbortSignal
}

/**
 * Sends a request for `sendRequest` in a script (behaviour 4.10). `scopes` include the values that the script has
 * set.
 */
export type ScriptRequestSender = (
  request: ScriptRequest,
  scopes: readonly VariableScope[],
  signal: AbortSignal,
) => Promise<Result<Exchange, SendFailure>>

/** A request of a script. `{{name}}` is filled in in URL and header values, never in content. */
export interface ScriptRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly HeaderField[]
  readonly content: ContentOverride | null
}

/** How a send ended: with a response and its tests, or with a failure. */
export type SendOutcome = Result<AnsweredSend, FailedSend>

export interface AnsweredSend {
  readonly exchange: Exchange
  readonly tests: TestReport
}

/** Stores sends for the user, including failed and cancelled ones (behaviour 2.4). */
export interface History {
  /**
   * Called once for each send that was fully prepared, before its outcome is returned.
   * @param request as typed; an entry opens it in a tab
   * @param outcome with the names of secrets in place of their values, but for the content of its response
   * @param secrets those that the request had, which may be in that content; they may be changed or removed later
   */
  record(request: HttpRequest, outcome: SendOutcome, secrets: readonly WithheldValue[]): Promise<void>
}

/**
 * Asks for secrets that have no value on this machine, for example in a clone of a workspace (behaviour,
 * Secret fields).
 */
export interface SecretValues {
  /**
   * Resolves with a text for each of `missing`, in order, empty if unknown; with null if the send is to be
   * stopped.
   */
  ask(missing: readonly MissingSecret[], signal: AbortSignal): Promise<readonly string[] | null>
}

/** A secret that a send needs: a variable, or a field of the authorization. */
export type MissingSecret = {
  /** The name of the variable, or the label of the field. */
  readonly name: string
  /** The owner. The workspace's and the global variables have no name. */
  readonly place: {
    readonly kind: 'environment' | 'workspace' | 'global' | 'collection' | 'folder' | 'request'
    readonly name: string
  }
  /** Whether the value has several lines, such as a key. */
  readonly isMultiline: boolean
} & (
  | {
      readonly kind: 'variable'
      /** The collection or folder that has it, the same object as in the context of the request; absent for other places. */
      readonly container?: Collection | Folder
    }
  | {
      readonly kind: 'field'
      /** The same object as in the context of the request. */
      readonly auth: Auth
      /** The name of the field in files, without `auth.`. */
      readonly field: string
    }
)

export interface Clock {
  /** Milliseconds since the epoch. The user or the network may set this clock. */
  now(): number
  /** Milliseconds of a clock that nobody sets: two of its times make a duration. */
  monotonic(): number
}

export interface Random {
  /** A UUID of version 4 (RFC 9562). */
  uuid(): string
  /** Returns an integer from 0 to below `limit`. */
  integer(limit: number): number
}

/** The files that requests refer to. The transport reads their content during the send. */
export interface Files {
  /**
   * Returns the length of a file that may be sent, or a failure of kind `file`: it cannot be read, is a
   * folder, or may not be used by requests on this host.
   */
  lengthBytes(filePath: string): Promise<Result<number, SendFailure>>
}

/** The state of authorization that is kept between sends. */
export interface AuthSession {
  readonly tokens: TokenStore
  readonly challenges: ChallengeStore
}

/**
 * Tokens of OAuth 2.0. A host may keep them across restarts if it encrypts them. The key represents the
 * settings of the authorization, so requests with the same settings, inherited or not, share a token.
 */
export interface TokenStore {
  held(key: string): Promise<HeldToken | null>
  hold(key: string, token: HeldToken): Promise<void>
  /** Removes a token (behaviour 5.2). */
  clear(key: string): Promise<void>
}

export interface HeldToken {
  readonly accessToken: string
  /** Empty if the server gave none. */
  readonly idToken: string
  /** Empty if the server gave none. */
  readonly refreshToken: string
  /** Milliseconds since the epoch; null if the server named no expiry. */
  readonly expiresAt: number | null
}

/**
 * The latest challenge of each server and user, used again for each request (RFC 7616 §3.6). Kept in memory
 * only.
 */
export interface ChallengeStore {
  get(key: string): AnsweredChallenge | undefined
  set(key: string, challenge: AnsweredChallenge): void
}

export interface AnsweredChallenge {
  /** Values as the server wrote them, names in lower case. */
  readonly parameters: ReadonlyMap<string, string>
  /** The number of requests sent with its nonce. */
  readonly nonceCount: number
  /** The client nonce, the same for all requests with a nonce, as the session algorithms require. */
  readonly cnonce: string
}
