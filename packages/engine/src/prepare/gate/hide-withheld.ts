import { type Exchange, failed, type HeaderField, type Hop, ok, type SentRequest } from '@parley/model'
import { fromBase64 } from '../../basics/text/base64.ts'
import type { MessageHeader } from '../message/outbound-message.ts'
import type { SendOutcome } from '../ports/history.ts'
import type { WithheldValue } from './message-secrets.ts'
import { formsOf, type SecretForms, searchedFormsOf } from './secret-forms.ts'
import { SecretIndex } from './secret-index.ts'

/**
 * Returns an exchange in which the names of secrets, in `{{braces}}`, replace their values in the request and
 * its redirects. Values shorter than 8 characters are replaced only in rows where their own name was filled
 * in, and in the URL if `inUrl` contains them (behaviour, Short secrets). The response is unchanged.
 */
export function hideWithheld(
  exchange: Exchange,
  secrets: readonly WithheldValue[],
  inUrl: readonly WithheldValue[] = [],
): Exchange {
  const hide = createHider(secrets, inUrl)
  if (hide === null) return exchange
  return { ...exchange, request: hide.request(exchange.request), hops: exchange.hops.map(hide.hop) }
}

/**
 * Returns an outcome that is safe to store: applies {@link hideWithheld}, also to what was sent before a
 * failure.
 */
export function hideInOutcome(
  outcome: SendOutcome,
  secrets: readonly WithheldValue[],
  inUrl: readonly WithheldValue[],
): SendOutcome {
  if (outcome.ok) {
    return ok({ ...outcome.value, exchange: hideWithheld(outcome.value.exchange, secrets, inUrl) })
  }
  const { attempt } = outcome.failure
  const hide = createHider(secrets, inUrl)
  if (attempt === null || hide === null) return outcome
  const request = attempt.request === null ? null : hide.request(attempt.request)
  return failed({ ...outcome.failure, attempt: { ...attempt, request, hops: attempt.hops.map(hide.hop) } })
}

/** Replaces the values of secrets of 8 characters or more with their names, in `{{braces}}`. */
export function hideInText(text: string, secrets: readonly WithheldValue[]): string {
  if (secrets.length === 0) return text
  const known = searches.get(secrets)
  if (known?.isOf(secrets)) return known.hide(text)
  const search = new TextSearch(secrets)
  searches.set(secrets, search)
  return search.hide(text)
}

/** One list of secrets is searched for in every text of a send. */
const searches = new WeakMap<readonly WithheldValue[], TextSearch>()

class TextSearch {
  readonly #secrets: readonly (WithheldValue & { readonly forms: SecretForms })[]
  readonly #index: SecretIndex
  readonly #count: number

  constructor(secrets: readonly WithheldValue[]) {
    this.#count = secrets.length
    this.#secrets = longestFirst(secrets).flatMap(({ name, text }) => {
      const forms = searchedFormsOf(text)
      return forms === null ? [] : [{ name, text, forms }]
    })
    this.#index = new SecretIndex(this.#secrets)
  }

  /** Whether no secret was added since: the list of an open connection grows. */
  isOf(secrets: readonly WithheldValue[]): boolean {
    return secrets.length === this.#count
  }

  hide(text: string): string {
    let shown = text
    let candidates = new Set(this.#index.candidatesIn(shown))
    for (const [at, { name, forms }] of this.#secrets.entries()) {
      if (!candidates.has(at)) continue
      const hidden = forms.replaceIn(shown, `{{${name}}}`)
      // A name may contain the value of another secret.
      if (hidden !== shown) candidates = new Set(this.#index.candidatesIn(hidden))
      shown = hidden
    }
    return shown
  }
}

/** Replaces the values of secrets that were filled into the text, whatever their length. */
export function hideFilledIn(text: string, secrets: readonly WithheldValue[]): string {
  return longestFirst(secrets).reduce(
    (shown, { name, text: secret }) => formsOf(secret).replaceIn(shown, `{{${name}}}`),
    text,
  )
}

function longestFirst(secrets: readonly WithheldValue[]): readonly WithheldValue[] {
  return secrets.filter(one => one.text !== '').sort((a, b) => b.text.length - a.text.length)
}

/** Returns functions that hide secrets in requests and redirects; null if there is nothing to hide. */
function createHider(all: readonly WithheldValue[], inUrl: readonly WithheldValue[]) {
  const secrets = longestFirst(all)
  if (secrets.length === 0) return null
  const hide = (text: string) => hideInText(hideFilledIn(text, inUrl), secrets)
  const hideField = (field: MessageHeader): HeaderField => hiddenField(field, secrets, inUrl)
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

function hiddenField(
  { name, value, secretNames = [] }: MessageHeader,
  secrets: readonly WithheldValue[],
  inUrl: readonly WithheldValue[],
): HeaderField {
  const filledIn = secrets.filter(secret => secretNames.includes(secret.name))
  const isOfUrl = name === ':path' || name === ':authority' || name.toLowerCase() === 'host'
  const hide = (text: string) => hideInText(hideFilledIn(text, isOfUrl ? inUrl : filledIn), secrets)
  return { name: hide(name), value: hide(hideCredentials(value, secrets)) }
}

/**
 * Replaces Basic credentials (RFC 7617) that contain secrets: a search for the secret does not find it in
 * Base64.
 */
export function hideCredentials(value: string, withheld: readonly WithheldValue[]): string {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(value)?.[1]
  if (encoded === undefined) return value
  const credentials = new TextDecoder().decode(fromBase64(encoded) ?? new Uint8Array())
  const used = withheld.filter(({ text }) => text !== '' && credentials.includes(text))
  return used.length === 0 ? value : `Basic ${used.map(({ name }) => `{{${name}}}`).join('')}`
}
