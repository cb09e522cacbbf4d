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

const setCookie = 'set-cookie'

/**
 * Stores the cookies that a response sets, including a redirect response. Returns null if it sets none, as nearly all: waiting
 * for nothing takes time too.
 */
export function keepCookies(
  { cookieJar, target }: OutboundMessage,
  headers: readonly HeaderField[],
): Promise<void> | null {
  const isSetCookie = ({ name }: HeaderField) =>
    name.length === setCookie.length && name.toLowerCase() === setCookie
  const set = headers.filter(isSetCookie).map(({ value }) => value)
  return set.length === 0 ? null : (cookieJar?.store(target.targetUri, set) ?? null)
}

function nameOf(pair: string): string {
  const at = pair.indexOf('=')
  return (at === -1 ? '' : pair.slice(0, at)).trim()
}
