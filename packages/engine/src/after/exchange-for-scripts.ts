import type { Exchange, HeaderField } from '@parley/model'
import { encodeStrictly } from '../basics/encode-strictly.ts'
import { mask } from '../prepare/auth/auth-preview.ts'
import { maskExchange } from '../prepare/auth/mask-credentials.ts'
import { hideCredentials, hideFilledIn, hideInText, hideWithheld } from '../prepare/gate/hide-withheld.ts'
import type { WithheldValue } from '../prepare/gate/message-secrets.ts'
import type { MessageHeader, OutboundMessage, PlacedCredential } from '../prepare/message/outbound-message.ts'
import type { SentExchange } from '../prepare/ports/transport.ts'
import type { RenderedRequest } from '../prepare/rendered-request.ts'
import { withNamesForMarks } from '../prepare/variables/substitute.ts'
import { plainRequest } from './with-plain-fields.ts'

/** A sent message and the secrets in it. */
export interface SentParts {
  readonly rendered: Pick<RenderedRequest, 'method' | 'marked'>
  readonly message: OutboundMessage
  /** The credentials of all its rounds. */
  readonly credentials: readonly PlacedCredential[]
}

/**
 * Returns an exchange that post-response scripts may read (behaviour 5.3). The names of withheld secrets replace
 * their values where they were filled in, and credentials derived from them are hidden. Rows of the user and
 * of scripts are not searched: otherwise a script could guess a secret and see it hidden (behaviour, Withheld secret).
 */
export function exchangeForScripts(exchange: SentExchange, sent: SentParts): Exchange {
  const { rendered, message } = sent
  const withheld = message.gateFacts.secrets.filter(one => one.isWithheld)
  if (withheld.length === 0) return { ...exchange, request: plainRequest(exchange.request) }
  const { request } = exchange
  const targetUri = shownTarget(request.targetUri, withheld, sent)
  const hidden = maskExchange(hideWithheld(exchange, withheld), sent.credentials)
  return {
    ...hidden,
    request: {
      ...hidden.request,
      method: request.method === rendered.method ? withNamesForMarks(rendered.marked.method) : request.method,
      targetUri,
      headers: request.headers.map(field =>
        field.name === ':path'
          ? { name: field.name, value: targetUri.replace(/^[^:]+:\/\/[^/?#]*/, '') }
          : shownField(field, withheld, sent.credentials),
      ),
    },
  }
}

function shownTarget(
  targetUri: string,
  withheld: readonly WithheldValue[],
  { message: { target }, credentials }: SentParts,
): string {
  // After a redirect the address comes from the server.
  const isOwn = targetUri === target.targetUri
  const shown = isOwn ? (target.shownUri ?? targetUri) : hideInText(targetUri, withheld)
  return credentials
    .filter(({ placement }) => placement === 'query')
    .reduce((text, { name, secret }) => {
      const key = encodeStrictly(name)
      return text.replaceAll(
        `${key}=${encodeStrictly(secret)}`,
        () => `${key}=${placeholder(secret, withheld)}`,
      )
    }, shown)
}

function shownField(
  field: MessageHeader,
  withheld: readonly WithheldValue[],
  credentials: readonly PlacedCredential[],
): HeaderField {
  if (field.shown !== undefined) return field.shown
  const { name, value, writtenBy } = field
  if (writtenBy !== undefined) return { name, value }
  const placed = credentials.filter(
    one => one.placement === 'header' && one.name.toLowerCase() === name.toLowerCase() && one.secret !== '',
  )
  if (placed.length === 0) return { name, value: hideInText(value, withheld) }
  // The scheme generated this field, so it contains no text of a script.
  const named = hideFilledIn(hideCredentials(value, withheld), withheld)
  const masked = placed.reduce((text, { secret }) => text.replaceAll(secret, mask), named)
  return { name, value: masked }
}

function placeholder(secret: string, withheld: readonly WithheldValue[]): string {
  const known = withheld.find(({ text }) => text === secret)
  return known === undefined ? mask : `{{${known.name}}}`
}
