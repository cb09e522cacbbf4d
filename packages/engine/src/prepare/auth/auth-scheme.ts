import type { AnyAuth, HeaderField, Notice, Result, SendFailure } from '@parley/model'
import type { ContentPart } from '../../basics/content-part.ts'
import type { MessageSecret } from '../gate/message-secrets.ts'
import type { AnswerResponse, PlacedCredential, SignedParts } from '../message/outbound-message.ts'
import type { EnginePorts } from '../ports/engine-ports.ts'
import type { RequestMessage } from '../rendered-request.ts'

/** The parts of the host that a scheme may use. */
export type AuthPorts = Pick<
  EnginePorts,
  'transport' | 'clock' | 'random' | 'hostNames' | 'authSession' | 'secretHosts' | 'cookieJar'
>

/** Computes what a scheme adds to one message. */
export type AuthScheme<Auth extends AnyAuth> = (
  auth: Auth,
  message: RequestMessage,
  ports: AuthPorts,
  signal: AbortSignal,
) => Promise<Result<AppliedAuth, SendFailure>>

/** What a scheme adds to a message. */
export interface AppliedAuth {
  readonly headers: readonly HeaderField[]
  /** Names and values as typed; they are encoded when they are added to the query. */
  readonly params: readonly HeaderField[]
  /** Replaces the message's content; null keeps it. */
  readonly content: readonly ContentPart[] | null
  readonly credentials: readonly PlacedCredential[]
  /** Secrets that the scheme adds and that are not in the authorization's fields, such as a held token. */
  readonly secrets: readonly MessageSecret[]
  readonly notices: readonly Notice[]
  readonly answerResponse: AnswerResponse | null
  readonly signed: SignedParts | null
}

/** The result of a scheme that leaves the message unchanged. */
export const nothingApplied: AppliedAuth = {
  headers: [],
  params: [],
  content: null,
  credentials: [],
  secrets: [],
  notices: [],
  answerResponse: null,
  signed: null,
}

/** Returns one header whose value contains a secret. */
export function secretHeader(name: string, value: string, secret: string): AppliedAuth {
  return {
    ...nothingApplied,
    headers: [{ name, value }],
    credentials: [{ placement: 'header', name, secret }],
  }
}

/** Returns one query parameter whose value is a secret. */
export function secretParam(name: string, value: string): AppliedAuth {
  return {
    ...nothingApplied,
    params: [{ name, value }],
    credentials: [{ placement: 'query', name, secret: value }],
  }
}
