import {
  defaultWebSocketPart,
  newWebSocketRequest,
  type Row,
  type WebSocketMessage,
  type WebSocketRequest,
} from '@parley/model'
import { withoutHandshakeRows } from './handshake-rows.ts'
import type { ImportLog } from './import-log.ts'
import { type JsonValue, listOf, member, textMember } from './json-value.ts'
import { withParams } from './request-parts.ts'

/** More drafts than anybody chooses from. */
const maxDrafts = 100

/** Returns whether an entry of an archive is a WebSocket. */
export function isHarWebSocket(entry: JsonValue): boolean {
  const url = textMember(member(entry, 'request'), 'url')
  return (
    member(entry, '_webSocketMessages') !== undefined ||
    textMember(entry, '_resourceType') === 'websocket' ||
    /^wss?:/i.test(url)
  )
}

/** Imports an entry with `_webSocketMessages`, as Chrome writes it: the messages that were sent become drafts. */
export function harWebSocket(
  entry: JsonValue,
  { name, headers, cookies }: Pick<WebSocketRequest, 'name' | 'headers' | 'cookies'>,
  log: ImportLog,
): WebSocketRequest {
  const url = textMember(member(entry, 'request'), 'url').replace(/^http/i, 'ws')
  const messages = listOf(member(entry, '_webSocketMessages'))
  const sent = distinct(messages.filter(one => textMember(one, 'type') === 'send').map(draftOf))
  const received = messages.filter(one => textMember(one, 'type') === 'receive').length
  if (received > 0)
    log.loss('NOT_READ', received === 1 ? 'A received message' : `${received} received messages`)
  if (sent.length > maxDrafts)
    log.loss('NOT_READ', `${sent.length - maxDrafts} of ${sent.length} sent messages`)
  return newWebSocketRequest({
    name,
    ...withParams(url, []),
    headers: withoutHandshakeRows(headers),
    cookies,
    webSocket: {
      ...defaultWebSocketPart,
      subprotocols: subprotocolsIn(headers),
      messages: sent.slice(0, maxDrafts),
    },
  })
}

function draftOf(message: JsonValue): WebSocketMessage {
  const data = textMember(message, 'data')
  const isBinary = textMember(message, 'opcode') === '2'
  const format = isBinary ? 'binary' : /^\s*[[{]/.test(data) ? 'json' : 'text'
  return { title: '', selected: false, format, data }
}

function distinct(drafts: readonly WebSocketMessage[]): readonly WebSocketMessage[] {
  return [...new Map(drafts.map(draft => [`${draft.format} ${draft.data}`, draft])).values()]
}

function subprotocolsIn(headers: readonly Row[]): readonly string[] {
  return headers
    .filter(({ name }) => name.toLowerCase() === 'sec-websocket-protocol')
    .flatMap(({ value }) => value.split(','))
    .map(name => name.trim())
    .filter(name => name !== '')
}
