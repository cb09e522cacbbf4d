import type { HarSource } from '@parley/convert'
import { dataLineBreak, hideWithheld, isEventStream, SecretHider, type WithheldValue } from '@parley/engine'
import type { HeaderField, Response } from '@parley/model'

/**
 * Returns an entry of the history without the values of secrets, in the request and in a response that
 * repeats them. Text shows the names of the secrets instead; binary content that contains one is omitted.
 */
export function hideInSource(source: HarSource, known: readonly WithheldValue[]): HarSource {
  const secrets = [...known, ...sentCredentials(source)]
  const { exchange, requestText, responseContent } = source
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

function hideInContent(
  content: HarSource['responseContent'],
  response: Response,
  secrets: readonly WithheldValue[],
): HarSource['responseContent'] {
  if (content === null) return null
  if (content.encoding === 'text') {
    const gap = isEventStream(response.content) ? { gap: dataLineBreak } : {}
    return { ...content, text: new SecretHider(secrets, gap).hide(content.text) }
  }
  const bytes = Buffer.from(content.text, 'base64')
  return secrets.some(({ text }) => text !== '' && bytes.includes(text)) ? null : content
}

/** Returns the credentials that were sent in `Authorization`, which a server may repeat in its response. */
function sentCredentials({ exchange }: HarSource): readonly WithheldValue[] {
  return exchange.request.headers
    .filter(({ name }) => /^(?:proxy-)?authorization$/i.test(name))
    .map(({ name, value }) => ({ name: name.toLowerCase(), text: value.replace(/^\S+ +/, '') }))
    .filter(({ text }) => text.length > 3 && !/\{\{[^{}]+\}\}/.test(text))
}
