import type { AnyAuth, Result, SendFailure } from '@parley/model'
import type { RequestMessage } from '../stages.ts'
import type { AuthPreview } from './auth-preview.ts'
import type { AppliedAuth, AuthPorts } from './auth-scheme.ts'

/** Names what a scheme will add to a request, before anything is sent. */
export type SchemePreview<Auth extends AnyAuth> = SchemeAction<Auth>['preview']

/** What a scheme does to a request. Its fields are described in the model. */
export interface SchemeAction<Auth extends AnyAuth> {
  /** Returns what is added to a message; see `AuthScheme`. */
  apply(
    auth: Auth,
    message: RequestMessage,
    ports: AuthPorts,
    signal: AbortSignal,
  ): Promise<Result<AppliedAuth, SendFailure>>
  /** Names what will be added, before anything is sent. */
  preview(auth: Auth): AuthPreview
  /** How long what is added is good for: code of Generate Code holds it as it is, or as a sample. */
  readonly validity: 'unlimited' | 'untilItExpires' | 'oneRequest'
  /** Whether the texts of its secret fields, or something made of them, leave with the message; absent: they do. */
  sendsFields?(auth: Auth): boolean
}
