import type { ContentPart } from '../../basics/content-part.ts'
import { fromBase64 } from '../../basics/text/base64.ts'
import type { OutboundMessage, RequestTarget } from '../message/outbound-message.ts'
import type { MessageSecret } from './message-secrets.ts'
import { searchedFormsOf } from './secret-forms.ts'

/** A message to another origin, and the secrets that it still carries. */
export interface StrippedMessage {
  readonly message: OutboundMessage
  /** Secrets in the path or the content, where nothing can be removed. */
  readonly carried: readonly MessageSecret[]
}

/**
 * Removes every header row and query parameter that contains a secret, whatever its name, from a message that
 * a redirect sends to another origin (behaviour, Redirects). Values shorter than 8 characters are recognized
 * only by their names, where they were filled in.
 */
export function withoutSecretRows(message: OutboundMessage): StrippedMessage {
  const { gateFacts } = message
  const all = distinct([...gateFacts.secrets, ...gateFacts.known])
  const carries = (text: string) => all.some(secret => isIn(text, secret))
  const headers = message.headers.filter(
    ({ name, value, secretNames = [] }) =>
      secretNames.length === 0 && !carries(name) && !carries(value) && !carries(decodedBasic(value)),
  )
  const target = withoutPairs(message.target, carries)
  const text = contentText(message.content)
  const [path = ''] = target.pathAndQuery.split('?')
  const inContent = message.content.length === 0 ? [] : gateFacts.inContent
  const carried = [...inContent, ...all.filter(secret => isIn(text, secret) || isIn(path, secret))]
  return { message: { ...message, headers, target }, carried: distinct(carried) }
}

function distinct(secrets: readonly MessageSecret[]): readonly MessageSecret[] {
  return [...new Map(secrets.map(one => [JSON.stringify([one.name, one.text]), one])).values()]
}

function isIn(text: string, { text: secret }: MessageSecret): boolean {
  return searchedFormsOf(secret)?.isIn(text) ?? false
}

/**
 * Decodes Basic credentials (RFC 7617), because a search in Base64 misses a secret whose first and last
 * characters share bytes with others.
 */
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

/** Returns the content without files, which belong to the user and name no secret. */
function contentText(content: readonly ContentPart[]): string {
  const decoder = new TextDecoder()
  return content.map(part => (part.kind === 'bytes' ? decoder.decode(part.bytes) : '')).join('\n')
}
