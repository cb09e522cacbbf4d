import type {
  EffectiveAuth,
  Exchange,
  HeaderField,
  HttpBody,
  Notice,
  Result,
  Row,
  SendFailure,
} from '@parley/model'
import type { BodyContent, ContentOutline } from './body/body-content.ts'
import type { OriginChoices, RenderedSecrets } from './gate/message-secrets.ts'
import type { PassedMessage } from './gate/passed-message.ts'
import type { WayOut } from './gate/ways-out.ts'
import type { MessageField } from './message/message-fields.ts'
import type { MessageFields } from './message/outbound-message.ts'
import type { EnginePorts } from './ports/engine-ports.ts'
import type { ExchangeObserver, TransportResult } from './ports/transport.ts'
import type { EffectiveSettings } from './request-context.ts'
import type { MessageOverrides } from './scripts/script-outcome.ts'
import type { VariableScope } from './variables/scope.ts'

/** A row with its variables filled in, and the secrets in it. */
export interface RenderedRow extends Row {
  /** The row for scripts, with `{{name}}` in place of each withheld secret; absent if it contains none. */
  readonly shown?: HeaderField
  /** Names of the secrets in it, withheld or not; absent if it contains none. */
  readonly secretNames?: readonly string[]
}

/** A request with every known `{{name}}` filled in. */
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
  /** Method and URL for scripts, with withheld secrets replaced by {@link markOf} of their names. */
  readonly marked: { readonly method: string; readonly url: string }
  /** Query parameters that take the place of the content, and the same for scripts; absent: none. */
  readonly bodyParams?: { readonly params: readonly HeaderField[]; readonly marked: readonly HeaderField[] }
  /** How its kind makes a message of it; absent: its body is the content. */
  readonly frame?: FrameRequest
  /** What is sent in its place first; absent: nothing. */
  readonly shortForm?: ShortForm
  /** The texts of its messages; absent: its kind has none that are sent in order. */
  readonly messages?: readonly string[]
}

/** A request without what its server may know already. */
export interface ShortForm {
  /** Returns the request to send first; null if it is not shorter. */
  of(rendered: RenderedRequest): Promise<RenderedRequest | null>
  /** Returns whether a JSON response to it asks for the whole request. */
  isRefusedBy(responseText: string): boolean
}

/** Makes what a kind adds to the message of a request, or says why it cannot be sent. */
export type FrameRequest = (
  rendered: RenderedRequest,
  ports: Pick<EnginePorts, 'files' | 'random'>,
) => Promise<Result<RequestFrame, SendFailure>>

/** What a kind of request adds to its message. */
export interface RequestFrame {
  /** The request as it goes out, with its URL for HTTP. */
  readonly rendered: RenderedRequest
  /** The schemes of URLs that only this kind has; absent: none. */
  readonly schemes?: readonly string[]
  content(): Promise<Result<BodyContent, SendFailure>>
  /** The fields that it generates. */
  readonly fields: readonly MessageField<string>[]
  /** Whether its content may go on, so that its length is not announced. */
  readonly isOpenEnded?: boolean
  /** Settings that replace those of the request. */
  readonly settings?: Partial<EffectiveSettings>
  /** Absent: `request`. */
  readonly way?: WayOut
  /** Absent: the transport sends it, and scripts run after its response. */
  readonly kindExchange?: KindExchange
}

/** How a message is exchanged once it has passed the gate. */
export interface KindExchange {
  /** Whether messages follow its response, so that no script runs after it. */
  readonly isLive: boolean
  /** Sends the message and what follows it, and resolves when all has ended. Absent: the transport sends it. */
  readonly begin?: (opening: ExchangeOpening) => Promise<TransportResult>
  /** Returns the edits of scripts that change the message itself, and the exchange with the others. Absent: all change it. */
  readonly edit?: (edits: MessageOverrides) => {
    readonly edits: MessageOverrides
    readonly kindExchange: KindExchange
  }
}

/** What an exchange has once its message has passed the gate. */
export interface ExchangeOpening {
  readonly passed: PassedMessage
  /** From which the names in later messages are filled in. */
  readonly scopes: readonly VariableScope[]
  readonly ports: EnginePorts
  readonly progress: ExchangeObserver
  readonly signal: AbortSignal
  /** Returns an exchange without credentials and secrets. */
  readonly hideSecrets: (exchange: Exchange) => Exchange
}

/** An HTTP request (RFC 9110) without its authorization. */
export interface RequestMessage extends MessageFields {
  readonly stage: 'built'
  readonly outline: ContentOutline
  readonly auth: EffectiveAuth
  readonly secrets: RenderedSecrets
  readonly origins: OriginChoices
  /** Names of the generated fields, in lower case: authorization replaces these. */
  readonly generatedNames: ReadonlySet<string>
  /** As the kind of the request exchanges it; absent: the transport sends it. */
  readonly kindExchange?: KindExchange
}
