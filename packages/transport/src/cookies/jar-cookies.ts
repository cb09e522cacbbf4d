import type { OutboundMessage } from '@parley/engine'
import type { HeaderField } from '@parley/model'

/**
 * Adds the jar's cookies to a message. A cookie that the user typed takes precedence over the jar's cookie of
 * the same name.
 */
export function withJarCookies(message: OutboundMessage): OutboundMessage {
  const kept = message.cookieJar?.pairsFor(message.target.targetUri) ?? []
  if (kept.length === 0) return message
  const isCookie = (field: HeaderField) => field.name.toLowerCase() === 'cookie'
  const own = message.headers.find(isCookie)
  const ownPairs = own === undefined || own.value === '' ? [] : own.value.split(/; ?/)
  const typed = new Set(ownPairs.map(nameOf))
  const value = [...ownPairs, ...kept.filter(pair => !typed.has(nameOf(pair)))].join('; ')
  const headers =
    own === undefined
      ? [...message.headers, { name: 'Cookie', value }]
      : message.headers.map(field => (field === own ? { ...field, value } : field))
  return { ...message, headers }
}

/** Stores the cookies that a response sets, including a redirect response. */
export async function keepCookies(
  { cookieJar, target }: OutboundMessage,
  headers: readonly HeaderField[],
): Promise<void> {
  const set = headers.filter(({ name }) => name.toLowerCase() === 'set-cookie').map(({ value }) => value)
  if (set.length > 0) await cookieJar?.store(target.targetUri, set)
}

function nameOf(pair: string): string {
  const at = pair.indexOf('=')
  return (at === -1 ? '' : pair.slice(0, at)).trim()
}
