import type { AnyAuth, Result, SendFailure } from '@parley/model'
import type { RequestMessage } from '../rendered-request.ts'
import type { AuthPreview } from './auth-preview.ts'
import type { AppliedAuth, AuthPorts } from './auth-scheme.ts'

/** Lists what a scheme will add to a request, before anything is sent. */
export type SchemePreview<Auth extends AnyAuth> = SchemeAction<Auth>['preview']

/** The implementation of a scheme. The model describes its fields. */
export interface SchemeAction<Auth extends AnyAuth> {
  /** Returns what is added to a message; see `AuthScheme`. */
  apply(
    auth: Auth,
    message: RequestMessage,
    ports: AuthPorts,
    signal: AbortSignal,
  ): Promise<Result<AppliedAuth, SendFailure>>
  /** Lists what will be added, before anything is sent. */
  preview(auth: Auth): AuthPreview
  /**
   * How long the added fields remain valid: determines whether Generate Code prints them as they are or as an
   * example.
   */
  readonly validity: 'unlimited' | 'untilItExpires' | 'oneRequest'
  /**
   * Whether the texts of its secret fields, or values derived from them, are sent with the message. Absent
   * means yes.
   */
  sendsFields?(auth: Auth): boolean
}
