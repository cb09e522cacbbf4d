import type { AnyAuth, HeaderField, Notice, Result, SendFailure } from '@parley/model'
import type { EnginePorts } from '../ports.ts'
import type {
  AnswerResponse,
  ContentPart,
  MessageSecret,
  PlacedCredential,
  RequestMessage,
  SignedParts,
} from '../stages.ts'

/** What a scheme may ask of its host. */
export type AuthPorts = Pick<
  EnginePorts,
  'transport' | 'clock' | 'random' | 'hostNames' | 'authSession' | 'secretHosts' | 'cookieJar'
>

/** What a scheme makes of one message. */
export type AuthScheme<Auth extends AnyAuth> = (
  auth: Auth,
  message: RequestMessage,
  ports: AuthPorts,
  signal: AbortSignal,
) => Promise<Result<AppliedAuth, SendFailure>>

/** What a scheme adds to a message. */
export interface AppliedAuth {
  readonly headers: readonly HeaderField[]
  /** Names and values as typed: they are encoded where they are added to the query. */
  readonly params: readonly HeaderField[]
  /** In place of the message's content; null: it stays. */
  readonly content: readonly ContentPart[] | null
  readonly credentials: readonly PlacedCredential[]
  /** Secrets that it adds and that are no part of the authorization's fields: a held token. */
  readonly secrets: readonly MessageSecret[]
  readonly notices: readonly Notice[]
  readonly answerResponse: AnswerResponse | null
  readonly signed: SignedParts | null
}

/** A message that goes on as it was built. */
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

/** One header whose value holds a secret. */
export function secretHeader(name: string, value: string, secret: string): AppliedAuth {
  return {
    ...nothingApplied,
    headers: [{ name, value }],
    credentials: [{ placement: 'header', name, secret }],
  }
}

/** One query parameter whose value is a secret. */
export function secretParam(name: string, value: string): AppliedAuth {
  return {
    ...nothingApplied,
    params: [{ name, value }],
    credentials: [{ placement: 'query', name, secret: value }],
  }
}
