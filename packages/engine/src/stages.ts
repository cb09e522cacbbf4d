import type {
  Auth,
  Collection,
  EffectiveAuth,
  Environment,
  Folder,
  HeaderField,
  HttpBody,
  HttpRequest,
  HttpVersionChoice,
  Notice,
  Row,
  Scripts,
  TestResult,
  Variable,
  VariableScopeName,
} from '@parley/model'
import type { WayOut } from './gate/ways-out.ts'
import type { VariableScope } from './variables/scope.ts'

/**
 * The types between the stages of a send. Each stage takes what the one before it returns, so that
 * the compiler keeps the order; the `stage` mark keeps look-alikes apart.
 */

/** Where a request stands: all that it inherits from and looks names up in. */
export interface RequestContext {
  /** Outermost first: the collection, then its folders down to the request's own. */
  readonly ancestors: readonly (Collection | Folder)[]
  readonly environment: Environment | null
  readonly workspaceVariables: readonly Variable[]
  readonly globalVariables: readonly Variable[]
  /** Values of the secret variables, by name: no file holds them. */
  readonly secretValues?: Partial<
    Readonly<Record<'environment' | 'workspace' | 'global', ReadonlyMap<string, string>>>
  >
  /**
   * Secret fields without a value on this machine, such as `token`, by the authorization (the very object)
   * of the request or of an ancestor.
   */
  readonly missingAuthFields?: ReadonlyMap<Auth, readonly string[]>
  /** Scopes that no file holds: this send, iteration, session, and what the host provides. */
  readonly liveScopes: readonly VariableScope[]
  readonly defaultSettings: EffectiveSettings
}

/** Settings once inheritance is resolved. */
export interface EffectiveSettings {
  /** 0 means none. */
  readonly timeoutMs: number
  readonly connectTimeoutMs: number
  readonly followRedirects: boolean
  readonly maxRedirects: number
  readonly encodeUrl: boolean
  readonly forwardAuthorization: boolean
  readonly httpVersion: HttpVersionChoice
  /** Whether a raw JSON body is laid out before it is sent (spec 2.2). */
  readonly autoFormatJson: boolean
  /** A request that a script makes, or sends where it chose, shares no connection with those of the user. */
  readonly initiator: 'user' | 'script'
  /** Whether link-local addresses are open to requests whose initiator is a script. */
  readonly scriptsReachLinkLocal: boolean
}

/** Authorization, headers, scripts and settings are inherited; every `{{name}}` still as typed. */
export interface ResolvedRequest {
  readonly stage: 'resolved'
  readonly request: HttpRequest
  readonly auth: EffectiveAuth
  /** The inherited headers before the request's own. */
  readonly headers: readonly Row[]
  /** Outermost first. */
  readonly scripts: readonly OwnedScripts[]
  readonly settings: EffectiveSettings
  /** Narrowest first. */
  readonly scopes: readonly VariableScope[]
}

/** The scripts of one level, and whose they are. */
export interface OwnedScripts {
  readonly owner: 'collection' | 'folder' | 'request'
  readonly scripts: Scripts
}

/** What the pre-request scripts did. */
export interface ScriptOutcome {
  readonly stage: 'scripted'
  /** The scopes with what the scripts set, narrowest first. */
  readonly scopes: readonly VariableScope[]
  readonly overrides: MessageOverrides
  /** Tests that they ran, in order. */
  readonly results: readonly TestResult[]
}

/** Edits by `req.*`, applied last (spec 4.8). */
export interface MessageOverrides {
  readonly method: string | null
  readonly setHeaders: readonly HeaderField[]
  readonly deletedHeaders: readonly string[]
  readonly content: ContentOverride | null
}

/** Text that takes the place of a message's content, as it stands: nothing in it is filled in. */
export interface ContentOverride {
  readonly text: string
  /** For a message that has no `Content-Type`; null: none is given. */
  readonly mediaType: string | null
}

/** Every `{{name}}` that has a value is filled in. */
export interface RenderedRequest {
  readonly stage: 'rendered'
  readonly method: string
  readonly url: string
  readonly headers: readonly RenderedRow[]
  readonly cookies: readonly RenderedRow[]
  readonly body: HttpBody
  readonly auth: EffectiveAuth
  readonly settings: EffectiveSettings
  readonly notices: readonly Notice[]
  readonly secrets: RenderedSecrets
  readonly origins: OriginChoices
  /** Method and URL for scripts, withheld secrets replaced by {@link markOf} their names. */
  readonly marked: { readonly method: string; readonly url: string }
}

/** A row with its variables filled in, and what is secret in it. */
export interface RenderedRow extends Row {
  /** For scripts, with `{{name}}` in place of each withheld secret; absent: it holds none. */
  readonly shown?: HeaderField
  /** Names of the secrets in it, withheld or not; absent: it holds none. */
  readonly secretNames?: readonly string[]
}

/** The secrets that were filled into each part of a request. */
export interface RenderedSecrets {
  /** Method and URL. */
  readonly url: readonly MessageSecret[]
  /** Headers and cookies. */
  readonly rows: readonly MessageSecret[]
  readonly body: readonly MessageSecret[]
  /** Variables in the authorization, and literals in its secret fields. */
  readonly auth: readonly MessageSecret[]
  /** Every secret value within reach of the request, used or not. */
  readonly known: readonly MessageSecret[]
}

/** Who decided scheme, host and port: a script where they differ from what the user's own values give. */
export type OriginChooser = 'user' | 'script'

/** Who chose the origin of the request, and of each address of its OAuth 2.0 authorization. */
export type OriginChoices = Readonly<Record<'request' | OAuthEndpoint, OriginChooser>>

/** The fields of an OAuth 2.0 authorization that hold an address. */
export type OAuthEndpoint = 'tokenUrl' | 'refreshTokenUrl' | 'deviceAuthorizationUrl' | 'authorizationUrl'

/** A secret's name, and its text as it was filled in. */
export interface WithheldValue {
  readonly name: string
  readonly text: string
}

/** A secret that a message may carry. */
export interface MessageSecret extends WithheldValue {
  /** A variable withheld from scripts, a literal in a secret field, or a token held for the user. */
  readonly isWithheld: boolean
  readonly source: SecretSource
}

/** Where a secret is kept; together with its name it identifies the secret. */
export type SecretSource =
  | {
      readonly kind: 'variable'
      readonly scope: VariableScopeName
      /** Name of the environment; empty for other scopes. */
      readonly environmentName: string
    }
  /** A field of an authorization: its text identifies it. */
  | { readonly kind: 'field' }

/** What the gate must know of a message before it may leave (ADR 29). */
export interface MessageCargo {
  readonly way: WayOut
  readonly originChosenBy: OriginChooser
  /** The secrets that the message carries. */
  readonly secrets: readonly MessageSecret[]
  /** Those of them that were filled into its content. */
  readonly inContent: readonly MessageSecret[]
  /** Further secrets whose values are searched for before a redirect leads to another origin. */
  readonly known: readonly MessageSecret[]
}

/** A header field of a message, and what is secret in it. */
export interface MessageHeader extends HeaderField {
  /** Who wrote it: a row of the user, an edit of a script; absent: it was generated. */
  readonly writtenBy?: 'user' | 'script'
  /** For scripts, with `{{name}}` in place of each withheld secret; absent: it holds none. */
  readonly shown?: HeaderField
  /** Names of the secrets in it, withheld or not; absent: it holds none. */
  readonly secretNames?: readonly string[]
}

/** One request in the terms of HTTP (RFC 9110), without its authorization. */
export interface RequestMessage extends MessageFields {
  readonly stage: 'built'
  readonly outline: ContentOutline
  readonly auth: EffectiveAuth
  readonly secrets: RenderedSecrets
  readonly origins: OriginChoices
  /** Fields that no row of the user has set, in lower case: these give way to what the auth adds. */
  readonly generatedNames: ReadonlySet<string>
}

/** With credentials or signature. */
export interface AuthorizedMessage extends MessageFields {
  readonly stage: 'authorized'
  readonly credentials: readonly PlacedCredential[]
  readonly answerResponse: AnswerResponse | null
  /** What its signature covers; null: it has none. */
  readonly signed: SignedParts | null
}

/** With the edits of scripts: what goes out. */
export interface OutboundMessage extends MessageFields {
  readonly stage: 'outbound'
  /** What of it identifies the user: left behind across origins, and shown masked. */
  readonly credentials: readonly PlacedCredential[]
  /** Null: every response but a followed redirect is the result. */
  readonly answerResponse: AnswerResponse | null
  /** Gives cookies to each request of the send, its redirects too, and takes those that come; absent: none are kept. */
  readonly cookieJar?: CookieJar
}

/** Cookies that outlive a send; only a run of a collection has one (spec 2.1; RFC 6265). */
export interface CookieJar {
  /** `name=value` pairs for a request to an address, in the order of RFC 6265 §5.4. */
  pairsFor(targetUri: string): readonly string[]
  /** Takes the values of `Set-Cookie`; what RFC 6265 or the public suffixes forbid is dropped. */
  store(targetUri: string, setCookies: readonly string[]): Promise<void>
}

/** What a signature covers beside method and target: a later change of it makes the signature wrong. */
export interface SignedParts {
  /** In lower case. */
  readonly headerNames: ReadonlySet<string>
  readonly content: boolean
}

/** A part of a message that was generated from the user's authorization. */
export interface PlacedCredential {
  readonly placement: 'header' | 'query'
  /** Of the header or of the query parameter, the latter not encoded. */
  readonly name: string
  /** What is secret of its value, in a header as it stands there, in the query not encoded. */
  readonly secret: string
}

/**
 * Asked with each response's head that is no followed redirect, and with the message that it answers:
 * the message to send in its place (a challenge answered, a token renewed), or null where the response is
 * the result. Never rejects but through a bug.
 */
export type AnswerResponse = (
  message: OutboundMessage,
  head: ResponseHeadFields,
) => Promise<OutboundMessage | null>

/** What of a response decides about another round. */
export interface ResponseHeadFields {
  readonly statusCode: number
  readonly headers: readonly HeaderField[]
}

export interface MessageFields {
  readonly method: string
  readonly target: RequestTarget
  /** In the order of the wire, `Host` and framing included. */
  readonly headers: readonly MessageHeader[]
  /** In the order of the wire; empty: no content. */
  readonly content: readonly ContentPart[]
  readonly settings: EffectiveSettings
  readonly notices: readonly Notice[]
  readonly cargo: MessageCargo
}

export interface RequestTarget {
  readonly scheme: 'http' | 'https'
  /** To connect to: A-labels or an address, IPv6 without brackets. */
  readonly host: string
  readonly port: number
  /** Path and query as they stand in the request line. */
  readonly pathAndQuery: string
  readonly targetUri: string
  /** `host:port` in the words of the user, for messages. */
  readonly address: string
  /** For scripts, with `{{name}}` in place of each withheld secret; absent: it holds none. */
  readonly shownUri?: string
}

/** Content is a list of pieces, so that a file in the middle of a body streams from disk. */
export type ContentPart =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly filePath: string; readonly lengthBytes: number }

/** The content of a message in the terms of texts, forms and files: what its bytes are written from. */
export type ContentOutline =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /** `fields` are what is sent, in order; `text` is their encoded form. */
  | { readonly kind: 'form'; readonly fields: readonly HeaderField[]; readonly text: string }
  | { readonly kind: 'multipart'; readonly parts: readonly FormPart[] }
  | { readonly kind: 'file'; readonly filePath: string }

/** One part of a form with parts; a file is sent under the last segment of its path. */
export type FormPart =
  | {
      readonly kind: 'text'
      readonly name: string
      readonly value: string
      /** Null: the part has none. */
      readonly contentType: string | null
    }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly filePath: string
      readonly fileName: string
      readonly contentType: string
    }
