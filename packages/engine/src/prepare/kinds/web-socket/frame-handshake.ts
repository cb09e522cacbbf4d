import { ok } from '@parley/model'
import { toBase64 } from '../../../basics/text/base64.ts'
import type { EnginePorts } from '../../ports/engine-ports.ts'
import type { KindExchange, RequestFrame } from '../../rendered-request.ts'
import { type WebSocketOffer, webSocketFields } from './web-socket-fields.ts'

/** Returns the frame of a handshake, which goes out over HTTP/1.1: no other version has the Upgrade field. */
export function frameHandshake(
  { rendered, content }: Pick<RequestFrame, 'rendered' | 'content'>,
  offer: WebSocketOffer,
  { random, kindExchange }: { readonly random: EnginePorts['random']; readonly kindExchange: KindExchange },
) {
  return ok({
    rendered,
    content,
    schemes: ['ws', 'wss'],
    fields: webSocketFields(offer, newKey(random)),
    settings: { httpVersion: '1.1' },
    way: 'webSocket',
    kindExchange,
  } as const satisfies RequestFrame)
}

/** A new key for a handshake: 16 random bytes (RFC 6455 §4.1). */
function newKey({ integer }: EnginePorts['random']): string {
  return toBase64(Uint8Array.from({ length: 16 }, () => integer(256)))
}
