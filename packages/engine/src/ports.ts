import type {
  Auth,
  Exchange,
  HeaderField,
  HttpRequest,
  Response,
  Result,
  SendAttempt,
  SendFailure,
  TestReport,
} from '@parley/model'
import type { PassedMessage } from './gate/passed-message.ts'
import type { SecretHosts } from './gate/secret-hosts.ts'
import type { HostNames } from './message/host-names.ts'
import type { ContentOverride, CookieJar, MessageHeader, ResolvedRequest, ScriptOutcome } from './stages.ts'
import type { VariableScope } from './variables/scope.ts'

/** All I/O that the engine needs; a host gives it. */
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
  /** Gives cookies to each request and takes those that come; absent: none are kept. */
  readonly cookieJar?: CookieJar
  /** Absent: a send that needs a secret without a value fails. */
  readonly secretValues?: SecretValues
}

/**
 * The wire. One call is one request with the redirects and rounds that follow from it, each of which the transport
 * has passed on by the gate before it sends it.
 */
export interface Transport {
  /** Resolves with data for every outcome, Cancel included; rejects only through a bug. */
  send(
    passed: PassedMessage,
    observer: ExchangeObserver,
    signal: AbortSignal,
    /** Takes the content of the response in place of the transport's own store. */
    bodyStore?: BodyStore,
  ): Promise<TransportResult>
}

export type TransportResult = Result<SentExchange, FailedSend>

/** An exchange whose request has its fields as the message had them, with what is secret in them. */
export interface SentExchange extends Exchange {
  readonly request: Exchange['request'] & { readonly headers: readonly MessageHeader[] }
}

/** A failure with what had arrived before it. */
export interface FailedSend {
  readonly failure: SendFailure
  /** Null where nothing was sent. */
  readonly attempt: SendAttempt | null
  readonly response: Response | null
}

/** Told of an exchange while it is under way. */
export interface ExchangeObserver {
  /** As the request's content goes out; never for a request without content. */
  onRequestContent(sentBytes: number): void
  /** Once with the response's head, then as its content grows. */
  onResponse(response: Response): void
}

/** Where the transport puts response content. */
export interface BodyStore {
  create(): Promise<BodyWriter>
}

/** One response's content on its way into a store. */
export interface BodyWriter {
  /** Names the body for whoever reads it. */
  readonly handle: string
  /** Resolves when the next write is welcome, which is the transport's back-pressure. */
  write(bytes: Uint8Array): Promise<void>
  /** After the last write, complete or not; reading what was written is possible all along. */
  close(): Promise<void>
}

/** The sandbox in which scripts run (spec 4). */
export interface ScriptRunner {
  /** Runs them outermost first; one that throws stops the send. */
  runPreRequest(run: PreRequestRun): Promise<Result<ScriptOutcome, SendFailure>>
  /** Runs them outermost first; one that throws is listed in the report, after what came before. */
  runPostResponse(run: PostResponseRun): Promise<TestReport>
}

export interface PreRequestRun {
  readonly resolved: ResolvedRequest
  readonly sendRequest: ScriptRequestSender
  /** Aborted by Cancel: the script is stopped and none of its writes are kept. */
  readonly signal: AbortSignal
}

export interface PostResponseRun {
  readonly resolved: ResolvedRequest
  /** What the pre-request scripts left. */
  readonly outcome: ScriptOutcome
  /** Without the values of secrets that are withheld from scripts. */
  readonly exchange: Exchange
  readonly signal: AbortSignal
}

/** Sends what a script asks for by `sendRequest` (spec 4.10); `scopes` hold what it set before. */
export type ScriptRequestSender = (
  request: ScriptRequest,
  scopes: readonly VariableScope[],
  signal: AbortSignal,
) => Promise<Result<Exchange, SendFailure>>

/** A request of a script: `{{name}}` is filled in in URL and header values, never in the content. */
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

/** Where sends are kept for the user (spec 2.4), failed and cancelled ones too. */
export interface History {
  /**
   * Called once for each send that was prepared whole; the send's outcome waits for it. `request` as typed:
   * it is what an entry opens in a tab. `outcome` with the names of secrets in place of their values.
   */
  record(request: HttpRequest, outcome: SendOutcome): Promise<void>
}

/** Gets secrets that have no value on this machine, as in a clone of a workspace (product decisions, Secret fields). */
export interface SecretValues {
  /** A text for each of `missing`, in their order, empty where it has none; null: nothing is to be sent. */
  ask(missing: readonly MissingSecret[], signal: AbortSignal): Promise<readonly string[] | null>
}

/** A secret that a send needs: a variable, or a field of the authorization. */
export type MissingSecret = {
  /** Of the variable, or of the field as its form calls it. */
  readonly name: string
  /** Whose it is; the workspace's and the global variables have no name. */
  readonly place: {
    readonly kind: 'environment' | 'workspace' | 'global' | 'collection' | 'folder' | 'request'
    readonly name: string
  }
  /** A key of several lines. */
  readonly isMultiline: boolean
} & (
  | { readonly kind: 'variable' }
  | {
      readonly kind: 'field'
      /** The very object by which the context of the request has it. */
      readonly auth: Auth
      /** As files list it, without `auth.`. */
      readonly field: string
    }
)

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export interface Random {
  /** A UUID of version 4 (RFC 9562). */
  uuid(): string
  /** A whole number from 0 up to and without `limit`. */
  integer(limit: number): number
}

/** The files that requests name. Their content is read by the transport, when it is sent. */
export interface Files {
  /**
   * The length of a file that may be sent, or a failure of the kind `file` that names it: one that
   * cannot be read, a folder, or a file that this host does not let a request name.
   */
  lengthBytes(filePath: string): Promise<Result<number, SendFailure>>
}

/** What authorization keeps between sends. */
export interface AuthSession {
  readonly tokens: TokenStore
  readonly challenges: ChallengeStore
}

/**
 * Tokens of OAuth 2.0. A host may keep them across restarts, then encrypted. The key stands for the
 * settings that a token was given for, so that requests with the same ones, inherited or not, share it.
 */
export interface TokenStore {
  held(key: string): Promise<HeldToken | null>
  hold(key: string, token: HeldToken): Promise<void>
  /** Clear token (spec 5.2). */
  clear(key: string): Promise<void>
}

export interface HeldToken {
  readonly accessToken: string
  /** Empty: the server gave none. */
  readonly idToken: string
  /** Empty: the server gave none. */
  readonly refreshToken: string
  /** Milliseconds since the epoch; null: the server named no end. */
  readonly expiresAt: number | null
}

/** The latest challenge of each server and user, answered anew with each request (RFC 7616 §3.6); in memory alone. */
export interface ChallengeStore {
  get(key: string): AnsweredChallenge | undefined
  set(key: string, challenge: AnsweredChallenge): void
}

export interface AnsweredChallenge {
  /** As the server wrote them, names in lower case. */
  readonly parameters: ReadonlyMap<string, string>
  /** How many requests were sent with its nonce. */
  readonly nonceCount: number
  /** The client's part, one for all requests with a nonce, as the session algorithms want it. */
  readonly cnonce: string
}
