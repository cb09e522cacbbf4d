import {
  type Exchange,
  failed,
  type HeaderField,
  type Hop,
  ok,
  percentEncode,
  type SentRequest,
} from '@parley/model'
import type { SendOutcome } from './ports.ts'
import type { WithheldValue } from './stages.ts'
import { fromBase64, toBase64, toBase64Url } from './text/base64.ts'

/**
 * An exchange as a script may read it: where a withheld secret went into the request, its name stands in
 * `{{braces}}` instead (spec 5.3; product decisions, Withheld secret). What the server says is its own.
 */
export function hideWithheld(exchange: Exchange, withheld: readonly WithheldValue[]): Exchange {
  const hide = hiderOf(withheld)
  if (hide === null) return exchange
  return { ...exchange, request: hide.request(exchange.request), hops: exchange.hops.map(hide.hop) }
}

/** An outcome as it may be kept: {@link hideWithheld}, also of what went out before a send failed. */
export function hideInOutcome(outcome: SendOutcome, secrets: readonly WithheldValue[]): SendOutcome {
  if (outcome.ok) return ok({ ...outcome.value, exchange: hideWithheld(outcome.value.exchange, secrets) })
  const { attempt } = outcome.failure
  const hide = hiderOf(secrets)
  if (attempt === null || hide === null) return outcome
  const request = attempt.request === null ? null : hide.request(attempt.request)
  return failed({ ...outcome.failure, attempt: { ...attempt, request, hops: attempt.hops.map(hide.hop) } })
}

/** A text in which the names of secrets stand in `{{braces}}` for their values. */
export function hideInText(text: string, secrets: readonly WithheldValue[]): string {
  return longestFirst(secrets).reduce(hideOne, text)
}

function longestFirst(secrets: readonly WithheldValue[]): readonly WithheldValue[] {
  return secrets.filter(one => one.text !== '').sort((a, b) => b.text.length - a.text.length)
}

/** Null where there is nothing to hide. */
function hiderOf(withheld: readonly WithheldValue[]) {
  const hidden = longestFirst(withheld)
  if (hidden.length === 0) return null
  const hide = (text: string) => hidden.reduce(hideOne, text)
  const hideField = ({ name, value }: HeaderField) => ({ name, value: hide(hideCredentials(value, hidden)) })
  return {
    request: (request: SentRequest): SentRequest => ({
      ...request,
      targetUri: hide(request.targetUri),
      requestLine: hide(request.requestLine),
      headers: request.headers.map(hideField),
      leftOut: request.leftOut.map(hideField),
    }),
    hop: (hop: Hop): Hop => ({ ...hop, targetUri: hide(hop.targetUri), location: hide(hop.location) }),
  }
}

function hideOne(text: string, { name, text: secret }: WithheldValue): string {
  return formsOf(secret).reduce((seen, form) => seen.replaceAll(form, () => `{{${name}}}`), text)
}

/** The same secret hides in each request of a run. */
const knownForms = new Map<string, readonly string[]>()
const knownFormsKept = 100

/** How a secret may stand in a text. */
function formsOf(secret: string): readonly string[] {
  const known = knownForms.get(secret)
  if (known !== undefined) return known
  if (knownForms.size >= knownFormsKept) knownForms.clear()
  const encoded = [...secret].map(character => percentEncode(character))
  const forms = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    encoded.join(''),
    [...secret].map((character, at) => (/[!-~]/.test(character) ? character : encoded[at])).join(''),
    ...base64Forms(secret),
  ]
  const different = [...new Set(forms)]
  knownForms.set(secret, different)
  return different
}

/** Less than this of Base64 stands in texts by chance. */
const leastBase64Characters = 8

/**
 * What a secret is within the Base64 of a longer text, as that of Basic credentials which a server echoes:
 * one of three, by how many bytes stand before it. Characters that bytes beside it have a part in are left out.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret)
  return [0, 1, 2].flatMap(before => {
    const shifted = new Uint8Array(before + bytes.length)
    shifted.set(bytes, before)
    const begin = Math.ceil((before * 8) / 6)
    const end = Math.floor((shifted.length * 8) / 6)
    return [toBase64(shifted), toBase64Url(shifted)]
      .map(form => form.slice(begin, end))
      .filter(form => form.length >= leastBase64Characters)
  })
}

/** RFC 7617: user and password stand behind Base64, where no search for the secret finds it. */
function hideCredentials(value: string, withheld: readonly WithheldValue[]): string {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(value)?.[1]
  if (encoded === undefined) return value
  const credentials = new TextDecoder().decode(fromBase64(encoded) ?? new Uint8Array())
  const used = withheld.filter(({ text }) => credentials.includes(text))
  return used.length === 0 ? value : `Basic ${used.map(({ name }) => `{{${name}}}`).join('')}`
}
