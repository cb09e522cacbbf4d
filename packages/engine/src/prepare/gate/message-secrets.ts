import type { VariableScopeName } from '@parley/model'
import type { WayOut } from './ways-out.ts'

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
