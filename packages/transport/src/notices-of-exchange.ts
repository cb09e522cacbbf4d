import type { OutboundMessage } from '@parley/engine'
import { type ConnectionInfo, describeSendFailure, type Notice } from '@parley/model'
import { isNumeric } from './connection/ipv4-of-number-form.ts'
import type { TransportError } from './transport-error.ts'

/**
 * Returns the notices of a message, with one more if the proxy looks up the name of the target, so that its address cannot
 * be checked here.
 */
export function noticesOf(
  { notices, settings, target }: OutboundMessage,
  connection: ConnectionInfo | null,
): readonly Notice[] {
  const isGuarded = settings.initiator === 'script' && !settings.scriptsReachLinkLocal
  const proxy = connection?.proxy ?? null
  if (!isGuarded || proxy === null || isNumeric(target.host)) return notices
  return [...notices, { code: 'PROXY_RESOLVES_NAME', host: target.host, proxy }]
}

/** Returns the notice of a response that is the proxy's own, because it did not let the request through. */
export function proxyNotice({ kind, code, subject }: TransportError): Notice {
  const failure = { kind, code, subject, step: 'response', address: '', elapsedMs: 0 } as const
  const { sentence } = describeSendFailure(failure)
  return { code: 'PROXY_ASKS', text: sentence.slice(0, -1) }
}

/** Returns the notice of a request that was repeated over HTTP/1.1. */
export function http11Notice(statusCode: number, connection: ConnectionInfo | null): Notice {
  const text = 'the server requires HTTP/1.1 for this request, so it was sent again over HTTP/1.1'
  const mayWantCertificate = statusCode === 403 && connection?.tls?.protocol === 'TLSv1.3'
  return {
    code: 'HTTP_1_1_REQUIRED',
    text: mayWantCertificate
      ? `${text}. If it asks for a client certificate after the handshake, it also needs TLS 1.2: choose it as the highest version in Settings → Certificates, or with --tls-max 1.2`
      : text,
  }
}

/**
 * Returns the notices of a response that was read although it is faulty.
 * @param faults - those of its head, as phrases
 * @param notCoded - the content codings that its content does not have
 * @param whose - names the response
 */
export function responseNotices(
  faults: readonly string[],
  notCoded: readonly string[],
  whose = 'the response',
): readonly Notice[] {
  if (faults.length === 0 && notCoded.length === 0) return []
  const texts = notCoded.map(
    coding =>
      `the body is not valid ${coding}, although its Content-Encoding says so, and is shown as it came`,
  )
  if (faults.length > 0)
    texts.unshift(`${whose} is faulty: ${faults.join('; ')}. The connection was closed after it`)
  return texts.map(text => ({ code: 'FAULTY_RESPONSE', text }))
}

/** Returns notices after those of the responses before, each once. */
export function withEarlier(earlier: readonly Notice[], own: readonly Notice[]): readonly Notice[] {
  if (earlier.length === 0) return own
  return [...new Map([...earlier, ...own].map(one => [JSON.stringify(one), one])).values()]
}

/** Returns received bytes as text: UTF-8 if they are, else latin1. A character may be cut off at the end. */
export function receivedText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}
