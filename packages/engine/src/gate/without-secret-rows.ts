import type { ContentPart, MessageSecret, OutboundMessage, RequestTarget } from '../stages.ts'
import { fromBase64 } from '../text/base64.ts'
import { searchedFormsOf } from './secret-forms.ts'

/** A message on its way to another origin, and the secrets that it still carries. */
export interface StrippedMessage {
  readonly message: OutboundMessage
  /** In its path or its content, from which nothing can be taken away. */
  readonly carried: readonly MessageSecret[]
}

/**
 * Takes every header row and query parameter that carries the value of a secret from a message that a redirect
 * leads to another origin, whatever their names are (product decisions). A value under 8 characters is known
 * by its name alone, where it was filled in.
 */
export function withoutSecretRows(message: OutboundMessage): StrippedMessage {
  const { cargo } = message
  const all = distinct([...cargo.secrets, ...cargo.known])
  const carries = (text: string) => all.some(secret => isIn(text, secret))
  const headers = message.headers.filter(
    ({ name, value, secretNames = [] }) =>
      secretNames.length === 0 && !carries(name) && !carries(value) && !carries(decodedBasic(value)),
  )
  const target = withoutPairs(message.target, carries)
  const text = contentText(message.content)
  const [path = ''] = target.pathAndQuery.split('?')
  const inContent = message.content.length === 0 ? [] : cargo.inContent
  const carried = [...inContent, ...all.filter(secret => isIn(text, secret) || isIn(path, secret))]
  return { message: { ...message, headers, target }, carried: distinct(carried) }
}

function distinct(secrets: readonly MessageSecret[]): readonly MessageSecret[] {
  return [...new Map(secrets.map(one => [JSON.stringify([one.name, one.text]), one])).values()]
}

function isIn(text: string, { text: secret }: MessageSecret): boolean {
  return searchedFormsOf(secret)?.isIn(text) ?? false
}

/** RFC 7617: within Base64 no search finds a secret whose first and last characters share theirs with others. */
function decodedBasic(value: string): string {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(value)?.[1]
  return encoded === undefined ? '' : new TextDecoder().decode(fromBase64(encoded) ?? new Uint8Array())
}

function withoutPairs(target: RequestTarget, carries: (text: string) => boolean): RequestTarget {
  const cut = (text: string) => {
    const start = text.indexOf('?')
    if (start < 0) return text
    const pairs = text.slice(start + 1).split('&')
    const kept = pairs.filter(pair => !carries(pair))
    if (kept.length === pairs.length) return text
    return text.slice(0, start) + (kept.length === 0 ? '' : `?${kept.join('&')}`)
  }
  return { ...target, pathAndQuery: cut(target.pathAndQuery), targetUri: cut(target.targetUri) }
}

/** What a message holds itself; a file's content is the user's own and names no secret. */
function contentText(content: readonly ContentPart[]): string {
  const decoder = new TextDecoder()
  return content.map(part => (part.kind === 'bytes' ? decoder.decode(part.bytes) : '')).join('\n')
}
