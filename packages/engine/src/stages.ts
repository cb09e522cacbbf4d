import type {
  Auth,
  Collection,
  EffectiveAuth,
  Environment,
  Folder,
  HeaderField,
  HttpRequest,
  HttpVersionChoice,
  Notice,
  Result,
  Row,
  ScriptNote,
  Scripts,
  SendFailure,
  TestResult,
  UnsavedInheritance,
  UnsavedPart,
  Variable,
  VariableScopeName,
} from '@parley/model'
import type { WayOut } from './gate/ways-out.ts'
import type { UnsavedNames, VariableScope } from './variables/scope.ts'

/**
 * The types between the stages of a send. Each stage takes the result of the stage before it, so the compiler
 * enforces the order; the `stage` property tells similar types apart.
 */

/** The context of a request: everything it inherits from, and its variables. */
export interface RequestContext {
  /** The containers, outermost first: the collection, then its folders. */
  readonly ancestors: readonly (Collection | Folder)[]
  readonly environment: Environment | null
  readonly workspaceVariables: readonly Variable[]
  readonly globalVariables: readonly Variable[]
  /** Values of the secret variables by name; no file contains them. */
  readonly secretValues?: Partial<
    Readonly<Record<'environment' | 'workspace' | 'global', ReadonlyMap<string, string>>>
  > & {
    /** By the container in {@link ancestors}. */
    readonly ancestors?: ReadonlyMap<Collection | Folder, ReadonlyMap<string, string>>
  }
  /**
   * Secret fields without a value on this machine, such as `token`. The key is the authorization object of
   * the request or of an ancestor.
   */
  readonly missingAuthFields?: ReadonlyMap<Auth, readonly string[]>
  /** What files could not be read that requests inherit from, as sentences; absent: none. Nothing is sent then. */
  readonly unread?: readonly string[]
  /** Scopes that are not stored in files: this send, the iteration, the session, and what the host adds. */
  readonly liveScopes: readonly VariableScope[]
  readonly defaultSettings: EffectiveSettings
  /** The parts that are not saved; absent: everything is. */
  readonly unsaved?: UnsavedContext
  /**
   * The ID of the last event of a stream that is continued, as the server sent it. Names in it are not filled in.
   */
  readonly lastEventId?: string
}

/** The parts of a context that a page shows and has not saved. The context itself contains them. */
export interface UnsavedContext {
  readonly variables: Partial<Readonly<Record<'environment' | 'workspace' | 'global', UnsavedNames>>>
  /** By the container in {@link RequestContext.ancestors}. */
  readonly ancestors: ReadonlyMap<Collection | Folder, UnsavedDefaults>
}

/** The defaults of a container that are not saved. */
export interface UnsavedDefaults {
  readonly variables: UnsavedNames
  readonly parts: readonly UnsavedPart[]
}

/** Settings after inheritance is resolved. */
export interface EffectiveSettings {
  /** 0 means no timeout. */
  readonly timeoutMs: number
  readonly connectTimeoutMs: number
  readonly followRedirects: boolean
  readonly maxRedirects: number
  readonly encodeUrl: boolean
  readonly forwardAuthorization: boolean
  readonly httpVersion: HttpVersionChoice
  /** Whether a raw JSON body is formatted before it is sent (behaviour 2.2). */
  readonly autoFormatJson: boolean
  /**
   * Requests of scripts, and requests whose origin a script chose, share no connection with those of the
   * user.
   */
  readonly initiator: 'user' | 'script'
  /** Whether requests of scripts may reach link-local addresses. */
  readonly scriptsReachLinkLocal: boolean
  /** Whether `require` of scripts returns bundled libraries (behaviour, Libraries in scripts). */
  readonly scriptsRequireLibraries: boolean
}

/**
 * A request with inherited authorization, headers, scripts and settings. Every `{{name}}` is still as typed.
 */
export interface ResolvedRequest {
  readonly stage: 'resolved'
  readonly request: HttpRequest
  readonly auth: EffectiveAuth
  /** Inherited headers come before the request's own. */
  readonly headers: readonly Row[]
  /** The names of the collection and folders, outermost first. */
  readonly ancestorNames: readonly string[]
  /** Outermost first. */
  readonly scripts: readonly OwnedScripts[]
  readonly settings: EffectiveSettings
  /** As in {@link RequestContext}. */
  readonly lastEventId?: string
  /** Narrowest first. */
  readonly scopes: readonly VariableScope[]
  /** What it inherits that is not saved, each part with the name of its container; absent: nothing. */
  readonly unsavedParts?: readonly UnsavedInheritance[]
}

/** The scripts of one level, and their owner. */
export interface OwnedScripts {
  readonly owner: 'collection' | 'folder' | 'request'
  readonly scripts: Scripts
}

/** The result of the pre-request scripts. */
export interface ScriptOutcome {
  readonly stage: 'scripted'
  /** The scopes with the values that scripts set, narrowest first. */
  readonly scopes: readonly VariableScope[]
  readonly overrides: MessageOverrides
  /** The results of their tests, in order. */
  readonly results: readonly TestResult[]
  /** How long each of them took, in milliseconds; absent: not measured. */
  readonly times?: readonly number[]
  /** The URL that replaces the typed one before it is rendered; absent if no script sets one. */
  readonly url?: string
  /** What users should know about the scripts; absent: nothing. */
  readonly notes?: readonly ScriptNote[]
}

/** Edits made with `req.*`, applied last (behaviour 4.8). */
export interface MessageOverrides {
  readonly method: string | null
  readonly setHeaders: readonly HeaderField[]
  readonly deletedHeaders: readonly string[]
  readonly content: ContentOverride | null
}

/** Text that replaces a message's content. Names in it are not filled in. */
export interface ContentOverride {
  readonly text: string
  /** The media type if the message has no `Content-Type`; null adds none. */
  readonly mediaType: string | null
}

/** A row with its variables filled in, and the secrets in it. */
export interface RenderedRow extends Row {
  /** The row for scripts, with `{{name}}` in place of each withheld secret; absent if it contains none. */
  readonly shown?: HeaderField
  /** Names of the secrets in it, withheld or not; absent if it contains none. */
  readonly secretNames?: readonly string[]
}

/** The secrets that were filled into each part of a request. */
export interface RenderedSecrets {
  /** Secrets in method and URL. */
  readonly url: readonly MessageSecret[]
  /** Secrets in headers and cookies. */
  readonly rows: readonly MessageSecret[]
  readonly body: readonly MessageSecret[]
  /** Variables in the authorization, and literals in its secret fields. */
  readonly auth: readonly MessageSecret[]
  /** Every secret value that the request could use. */
  readonly known: readonly MessageSecret[]
  /** Secrets in what is sent after the message; absent: none. */
  readonly later?: readonly MessageSecret[]
}

/** Who decided scheme, host and port: a script if they differ from what the user's own values give. */
export type OriginChooser = 'user' | 'script'

/** Who chose the origin of the request, and of each URL of its OAuth 2.0 authorization. */
export type OriginChoices = Readonly<Record<'request' | OAuthEndpoint, OriginChooser>>

/** The fields of an OAuth 2.0 authorization that contain a URL. */
export type OAuthEndpoint = 'tokenUrl' | 'refreshTokenUrl' | 'deviceAuthorizationUrl' | 'authorizationUrl'

/** A secret's name, and the text that was filled in for it. */
export interface WithheldValue {
  readonly name: string
  readonly text: string
}

/** A secret that a message may carry. */
export interface MessageSecret extends WithheldValue {
  /** True for a variable withheld from scripts, a literal in a secret field, and a held token. */
  readonly isWithheld: boolean
  readonly source: SecretSource
}

/** Where a secret is kept; together with its name it identifies the secret. */
export type SecretSource =
  | {
      readonly kind: 'variable'
      readonly scope: VariableScopeName
      /** The name of the environment; empty for other scopes. */
      readonly environmentName: string
      /** The names of the collection and of the folders down to the owner; empty for other scopes. */
      readonly containerNames: readonly string[]
    }
  /** A field of an authorization, identified by its text. */
  | { readonly kind: 'field' }

/** What the gate must know about a message before it may be sent (ADR 29). */
export interface GateFacts {
  readonly way: WayOut
  readonly originChosenBy: OriginChooser
  /** The secrets that the message carries. */
  readonly secrets: readonly MessageSecret[]
  /** Those that were filled into its content. */
  readonly inContent: readonly MessageSecret[]
  /** Further secrets that are searched for before a redirect to another origin. */
  readonly known: readonly MessageSecret[]
}

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

/**
 * A piece of content. Content is a list of pieces, so that a file within a body can be streamed from disk.
 */
export type ContentPart =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly filePath: string; readonly lengthBytes: number }
  /** Pieces that are written when they are there, perhaps while the response arrives. Another round asks for them again. */
  | { readonly kind: 'stream'; pieces(): AsyncIterable<Uint8Array> }
