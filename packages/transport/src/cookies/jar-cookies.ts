import type { OutboundMessage } from '@parley/engine'
import type { HeaderField } from '@parley/model'

/** A message as it goes out: a cookie of its jar gives way to one of that name that the user typed. */
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

/** Gives the jar of a message what a response to it sets, that of a redirect too. */
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
