import type { WebSocketRequest } from '../../request/request.ts'
import { hasLimit } from '../../request/stream-limits.ts'
import {
  defaultWebSocketPart,
  type WebSocketMessage,
  type WebSocketPart,
  webSocketMessageFormats,
} from '../../request/web-socket-part.ts'
import { parleyExtension, writeParleyExtension } from '../extensions.ts'
import type { ObjectReader } from '../object-reader.ts'
import { readRows, writeRows } from '../row.ts'
import {
  readSettingsOfHandshake,
  readWebSocketSettings,
  writeSettingsOfHandshake,
  writeWebSocketSettings,
} from '../settings.ts'
import { readStreamLimits, writeStreamLimits } from '../stream-limits.ts'
import {
  listUnlessEmpty,
  type OpenCollectionObject,
  type OpenCollectionValue,
  objectOf,
  textUnlessEmpty,
  trueOrNothing,
  unlessEmpty,
} from '../value.ts'
import { withParamTexts, writeParamTexts } from './param-texts.ts'
import { part, readRequestFields, writeInfo, writeRequestFields } from './request-fields.ts'

/** Reads `WebSocketRequest`. What the schema has no place for is in the extension. */
export function readWebSocketRequest(item: ObjectReader): WebSocketRequest {
  const parley = parleyExtension(item)
  const websocket = item.object('websocket')
  const runLimits = readStreamLimits(parley.object('run'), 'messages')
  const { timeoutMs, keepAliveIntervalMs } = readWebSocketSettings(item.object('settings'))
  return {
    kind: 'webSocket',
    ...readRequestFields(item, websocket, parley),
    params: withParamTexts(readRows(parley, 'params'), parley),
    pathParams: readRows(parley, 'pathParams'),
    headers: readRows(websocket, 'headers'),
    cookies: readRows(parley, 'cookies'),
    settings: { timeoutMs, ...readSettingsOfHandshake(parley.object('settings')) },
    webSocket: {
      messages: readMessages(websocket),
      keepAliveIntervalMs,
      ...readConnection(parley.object('websocket')),
      ...(hasLimit(runLimits) ? { runLimits } : {}),
    },
  }
}

export function writeWebSocketRequest(request: WebSocketRequest): OpenCollectionObject {
  const { auth, runtime } = writeRequestFields(request)
  const { settings, webSocket } = request
  return objectOf({
    info: writeInfo(request, 'websocket'),
    websocket: objectOf({
      url: request.url,
      headers: writeRows(request.headers),
      message: writeMessages(webSocket.messages),
      auth: auth.value,
    }),
    runtime: part(runtime),
    settings: writeWebSocketSettings({ ...settings, keepAliveIntervalMs: webSocket.keepAliveIntervalMs }),
    docs: request.docs,
    extensions: writeParleyExtension({
      params: writeRows(request.params),
      paramTexts: writeParamTexts(request.params),
      pathParams: writeRows(request.pathParams),
      cookies: writeRows(request.cookies),
      auth: auth.extension,
      settings: writeSettingsOfHandshake(settings),
      websocket: writeConnection(webSocket),
      run: writeStreamLimits('messages', webSocket.runLimits),
    }),
  })
}

type Connection = Omit<WebSocketPart, 'messages' | 'keepAliveIntervalMs' | 'runLimits'>

function readConnection(reader: ObjectReader): Connection {
  const { pongTimeoutMs, deflate, reconnect, maxMessageBytes, closeCode } = defaultWebSocketPart
  return {
    subprotocols: reader.texts('subprotocols'),
    pongTimeoutMs: reader.optionalNumber('pongTimeoutMs') ?? pongTimeoutMs,
    deflate: reader.flag('deflate', deflate),
    reconnect: reader.flag('reconnect', reconnect),
    ...(reader.flag('reconnectAfterClose') ? { reconnectAfterClose: true } : {}),
    maxMessageBytes: reader.optionalNumber('maxMessageBytes') ?? maxMessageBytes,
    closeCode: reader.optionalNumber('closeCode') ?? closeCode,
    closeReason: reader.text('closeReason'),
  }
}

/** Returns what differs from the default. */
function writeConnection(connection: Connection): OpenCollectionObject | undefined {
  const changed = <Key extends keyof Connection>(key: Key) =>
    connection[key] === defaultWebSocketPart[key] ? undefined : connection[key]
  return unlessEmpty(
    objectOf({
      subprotocols: listUnlessEmpty(connection.subprotocols, one => one),
      pongTimeoutMs: changed('pongTimeoutMs'),
      deflate: changed('deflate'),
      reconnect: changed('reconnect'),
      reconnectAfterClose: changed('reconnectAfterClose'),
      maxMessageBytes: changed('maxMessageBytes'),
      closeCode: changed('closeCode'),
      closeReason: textUnlessEmpty(connection.closeReason),
    }),
  )
}

/** Reads one untitled message or a list of titled ones. */
function readMessages(websocket: ObjectReader): readonly WebSocketMessage[] {
  if (!websocket.has('message')) return []
  if (!websocket.isList('message')) {
    return [{ title: '', selected: true, ...readMessage(websocket.object('message')) }]
  }
  return websocket.objects('message', entry => ({
    title: entry.text('title'),
    selected: entry.flag('selected'),
    ...readMessage(entry.object('message')),
  }))
}

function writeMessages(messages: readonly WebSocketMessage[]): OpenCollectionValue | undefined {
  const [first] = messages
  if (first === undefined) return undefined
  if (messages.length === 1 && first.title === '' && first.selected) return writeMessage(first)
  return messages.map(message =>
    objectOf({
      title: message.title,
      selected: trueOrNothing(message.selected),
      message: writeMessage(message),
    }),
  )
}

function readMessage(message: ObjectReader) {
  return {
    format: message.choice('type', webSocketMessageFormats, 'text'),
    data: message.text('data'),
  }
}

function writeMessage(message: WebSocketMessage): OpenCollectionObject {
  return { type: message.format, data: message.data }
}
