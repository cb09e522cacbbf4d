import type { WebSocketRequest } from '../../request/request.ts'
import { hasLimit } from '../../request/stream-limits.ts'
import { base64OfHex } from '../../request/typed-bytes.ts'
import {
  defaultWebSocketPart,
  type WebSocketMessage,
  type WebSocketPart,
  webSocketMessageFormats,
} from '../../request/web-socket-part.ts'
import { withAlignedParams } from '../../url/align-params.ts'
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
    ...withAlignedParams({
      ...readRequestFields(item, websocket, parley),
      params: withParamTexts(readRows(parley, 'params'), parley),
    }),
    pathParams: readRows(parley, 'pathParams'),
    headers: readRows(websocket, 'headers'),
    cookies: readRows(parley, 'cookies'),
    settings: { timeoutMs, ...readSettingsOfHandshake(parley.object('settings')) },
    webSocket: {
      messages: withHex(readMessages(websocket), parley.object('websocket')),
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
      websocket: unlessEmpty(
        objectOf({ ...writeConnection(webSocket), hexMessages: writeHex(webSocket.messages) }),
      ),
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

/** The format has no type for bytes that are typed as hex: they are Base64 in it, and as typed in the extension. */
const formatsInFiles = webSocketMessageFormats.filter(format => format !== 'hex')

/** A message that another program has changed since is no longer what was typed. */
function withHex(messages: readonly WebSocketMessage[], reader: ObjectReader): readonly WebSocketMessage[] {
  const typed = new Map(
    reader.objects('hexMessages', one => [one.optionalNumber('number') ?? 0, one.text('data')] as const),
  )
  return messages.map((message, at): WebSocketMessage => {
    const data = typed.get(at + 1)
    const isSame = data !== undefined && message.format === 'binary' && message.data === base64OfHex(data)
    return isSame ? { ...message, format: 'hex', data } : message
  })
}

/** Counts from 1. */
function writeHex(messages: readonly WebSocketMessage[]): OpenCollectionValue | undefined {
  const typed = messages.flatMap(({ format, data }, at) =>
    format === 'hex' ? [{ number: at + 1, data }] : [],
  )
  return listUnlessEmpty(typed, one => one)
}

function readMessage(message: ObjectReader) {
  return {
    format: message.choice('type', formatsInFiles, 'text'),
    data: message.text('data'),
  }
}

function writeMessage(message: WebSocketMessage): OpenCollectionObject {
  return message.format === 'hex'
    ? { type: 'binary', data: base64OfHex(message.data) }
    : { type: message.format, data: message.data }
}
