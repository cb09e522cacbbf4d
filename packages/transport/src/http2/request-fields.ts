import type { MessageHeader, OutboundMessage, RequestTarget } from '@parley/engine'
import type { HeaderField } from '@parley/model'

/** The header section of an HTTP/2 request. */
export interface Http2Fields {
  /** The pseudo-header fields first, all names in lower case. */
  readonly fields: readonly HeaderField[]
  readonly leftOut: readonly HeaderField[]
}

/** Fields that concern one HTTP/1.1 connection (RFC 9113 §8.2.2). */
const connectionFields = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/**
 * Converts a message's fields: `Host` becomes `:authority`, and connection fields are dropped (behaviour,
 * Exactness).
 */
export function http2Fields({ method, target, headers }: OutboundMessage): Http2Fields {
  let host: MessageHeader | undefined
  const kept: MessageHeader[] = []
  const furtherHosts: MessageHeader[] = []
  const leftOut: MessageHeader[] = []
  for (const field of headers) {
    const name = field.name.toLowerCase()
    if (name === 'host') {
      if (host === undefined) host = field
      else furtherHosts.push(field)
    } else if (isConnectionField(name, field.value)) leftOut.push(field)
    else kept.push({ ...field, name })
  }
  return {
    fields: [
      { name: ':method', value: method },
      { name: ':scheme', value: target.scheme },
      authorityField(host, target),
      { name: ':path', value: target.pathAndQuery },
      ...kept,
    ],
    leftOut: [...furtherHosts, ...leftOut],
  }
}

function isConnectionField(name: string, value: string): boolean {
  return connectionFields.has(name) || (name === 'te' && value.trim().toLowerCase() !== 'trailers')
}

function authorityField(host: MessageHeader | undefined, target: RequestTarget): MessageHeader {
  const name = ':authority'
  if (host === undefined) return { name, value: authorityOf(target.targetUri) }
  const { shown } = host
  return { ...host, name, ...(shown === undefined ? {} : { shown: { name, value: shown.value } }) }
}

function authorityOf(targetUri: string): string {
  return /^[^:]+:\/\/([^/?#]*)/.exec(targetUri)?.[1] ?? ''
}
