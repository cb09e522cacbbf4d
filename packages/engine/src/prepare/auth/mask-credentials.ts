import type { Exchange, HeaderField, Hop, SendAttempt, SentRequest } from '@parley/model'
import { encodeStrictly } from '../../basics/encode-strictly.ts'
import type { OutboundMessage, PlacedCredential } from '../message/outbound-message.ts'
import type { FailedSend } from '../ports/transport.ts'
import { mask } from './auth-preview.ts'

/**
 * Returns an exchange that is safe to show: the secrets that authorization put into its requests are masked
 * where it put them (attacks SE5, CL6). The response is unchanged.
 */
export function maskExchange(exchange: Exchange, credentials: readonly PlacedCredential[]): Exchange {
  const hidden = secretsOf(credentials)
  if (hidden.length === 0) return exchange
  const request = maskRequest(exchange.request, hidden)
  return { ...exchange, request, hops: maskHops(exchange.hops, hidden) }
}

/** Does the same as {@link maskExchange} for a send without a complete response. */
export function maskFailedSend(send: FailedSend, credentials: readonly PlacedCredential[]): FailedSend {
  const hidden = secretsOf(credentials)
  if (hidden.length === 0) return send
  const subject = maskQuery(send.failure.subject, hidden)
  const attempt = send.attempt && maskAttempt(send.attempt, hidden)
  return { ...send, failure: { ...send.failure, subject }, attempt }
}

function secretsOf(credentials: readonly PlacedCredential[]): readonly PlacedCredential[] {
  return credentials.filter(one => one.secret !== '')
}

function maskAttempt(attempt: SendAttempt, credentials: readonly PlacedCredential[]): SendAttempt {
  const request = attempt.request && maskRequest(attempt.request, credentials)
  return { ...attempt, request, hops: maskHops(attempt.hops, credentials) }
}

function maskRequest(request: SentRequest, credentials: readonly PlacedCredential[]): SentRequest {
  return {
    ...request,
    targetUri: maskQuery(request.targetUri, credentials),
    requestLine: maskQuery(request.requestLine, credentials),
    headers: request.headers.map(field => maskField(field, credentials)),
    leftOut: request.leftOut.map(field => maskField(field, credentials)),
  }
}

function maskHops(hops: readonly Hop[], credentials: readonly PlacedCredential[]): readonly Hop[] {
  return hops.map(hop => ({
    ...hop,
    targetUri: maskQuery(hop.targetUri, credentials),
    location: maskQuery(hop.location, credentials),
  }))
}

function maskField(field: HeaderField, credentials: readonly PlacedCredential[]): HeaderField {
  const { name, value } = field
  if (name === ':path') return { ...field, value: maskQuery(value, credentials) }
  const shown = credentials
    .filter(one => one.placement === 'header' && one.name.toLowerCase() === name.toLowerCase())
    .reduce((text, { secret }) => text.replaceAll(secret, mask), value)
  return { ...field, value: shown }
}

/** Replaces the values of credentials in the query of a URL or request line with `••••••`. */
export function maskQuery(text: string, credentials: readonly PlacedCredential[]): string {
  return credentials
    .filter(one => one.placement === 'query')
    .reduce((shown, { name, secret }) => {
      const key = encodeStrictly(name)
      return shown.replaceAll(`${key}=${encodeStrictly(secret)}`, () => `${key}=${mask}`)
    }, text)
}

/** Returns the credentials in the headers that no scheme added: those of rows, scripts and the URL. */
export function typedCredentials({ headers, credentials }: OutboundMessage): readonly PlacedCredential[] {
  const known = new Set(credentials.map(one => one.name.toLowerCase()))
  return headers
    .filter(({ name }) => /^(?:proxy-)?authorization$/i.test(name) && !known.has(name.toLowerCase()))
    .map(({ name, value }) => ({ placement: 'header', name, secret: value.replace(/^\S+\s+(?=\S)/, '') }))
}

/** A message as it may be shown. */
export interface ShownMessage {
  readonly targetUri: string
  readonly pathAndQuery: string
  readonly headers: readonly HeaderField[]
}

/** Returns what a message says with its credentials masked, except for those that may be shown. */
export function maskMessage(message: OutboundMessage, mayShow: (secret: string) => boolean): ShownMessage {
  const hidden = secretsOf([...message.credentials, ...typedCredentials(message)]).filter(
    ({ secret }) => !mayShow(secret),
  )
  return {
    targetUri: maskQuery(message.target.targetUri, hidden),
    pathAndQuery: maskQuery(message.target.pathAndQuery, hidden),
    headers: message.headers.map(field => maskField(field, hidden)),
  }
}
