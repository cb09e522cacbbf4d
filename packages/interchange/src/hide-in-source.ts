import { type HarSource, holdsReference, isCredentialHeader, isCredentialName } from '@parley/convert'
import { dataLineBreaks, hideWithheld, isEventStream, SecretHider, type WithheldValue } from '@parley/engine'
import { type HeaderField, paramsFromUrl, type Response, type SentRequest } from '@parley/model'

/**
 * Returns an entry of the history without the values of secrets, in the request and in a response that
 * repeats them. Text shows the names of the secrets instead; binary content that contains one is omitted.
 */
export function hideInSource(source: HarSource, known: readonly WithheldValue[]): HarSource {
  const { exchange, requestText, responseContent } = source
  const secrets = [...known, ...sentCredentials(exchange.request)]
  const hidden = hideWithheld(exchange, secrets)
  const { response } = hidden
  const hider = new SecretHider(secrets)
  const hide = (text: string) => hider.hide(text)
  const hideField = ({ name, value }: HeaderField) => ({ name, value: hide(value) })
  return {
    exchange: { ...hidden, response: { ...response, headers: response.headers.map(hideField) } },
    requestText: requestText === null ? null : hide(requestText),
    responseContent: hideInContent(responseContent, response, secrets),
  }
}

/** Returns the content of a response without the values of secrets; null if it is binary and contains one. */
export function hideInContent(
  content: HarSource['responseContent'],
  response: Response,
  secrets: readonly WithheldValue[],
): HarSource['responseContent'] {
  if (content === null) return null
  if (content.encoding === 'text') {
    const options = isEventStream(response.content) ? { gaps: dataLineBreaks } : {}
    return { ...content, text: new SecretHider(secrets, options).hide(content.text) }
  }
  const bytes = Buffer.from(content.text, 'base64')
  return secrets.some(({ text }) => text !== '' && bytes.includes(text)) ? null : content
}

/** Returns the content of a body as text, or in Base64 if it is none. */
export function contentOf(bytes: Uint8Array, charset: string): NonNullable<HarSource['responseContent']> {
  try {
    return { text: new TextDecoder(charset || 'utf-8', { fatal: true }).decode(bytes), encoding: 'text' }
  } catch {
    return { text: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
  }
}

/** Returns the credentials that a request was sent with, which a server may repeat in its response. */
export function sentCredentials({ headers, targetUri }: SentRequest): readonly WithheldValue[] {
  const fields = headers.filter(({ name }) => isCredentialHeader(name)).flatMap(credentialsIn)
  const params = paramsFromUrl(targetUri, [])
  return [
    ...fields,
    ...params.filter(({ name }) => isCredentialName(name)).map(({ name, value }) => ({ name, text: value })),
  ].filter(({ text }) => text.length > 3 && !holdsReference(text))
}

function credentialsIn({ name: field, value }: HeaderField): readonly WithheldValue[] {
  const name = field.toLowerCase()
  if (name === 'cookie')
    return value.split(';').map(pair => ({
      name: pair.slice(0, Math.max(0, pair.indexOf('='))).trim(),
      text: pair.slice(pair.indexOf('=') + 1).trim(),
    }))
  return [{ name, text: /authorization$/.test(name) ? value.replace(/^\S+ +/, '') : value }]
}
