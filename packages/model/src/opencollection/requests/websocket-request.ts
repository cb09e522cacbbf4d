import type { WebSocketMessage, WebSocketRequest } from '../../request/request.ts'
import { parleyExtension, writeParleyExtension } from '../extensions.ts'
import type { ObjectReader } from '../object-reader.ts'
import { readRows, writeRows } from '../row.ts'
import { readWebSocketSettings, writeWebSocketSettings } from '../settings.ts'
import { type OpenCollectionObject, type OpenCollectionValue, objectOf, trueOrNothing } from '../value.ts'
import { withParamTexts, writeParamTexts } from './param-texts.ts'
import { part, readRequestFields, writeInfo, writeRequestFields } from './request-fields.ts'

/** Reads `WebSocketRequest`. Its params and cookies are in the extension. */
export function readWebSocketRequest(item: ObjectReader): WebSocketRequest {
  const parley = parleyExtension(item)
  const websocket = item.object('websocket')
  return {
    kind: 'webSocket',
    ...readRequestFields(item, websocket, parley),
    params: withParamTexts(readRows(parley, 'params'), parley),
    headers: readRows(websocket, 'headers'),
    cookies: readRows(parley, 'cookies'),
    messages: readMessages(websocket),
    settings: readWebSocketSettings(item.object('settings')),
  }
}

export function writeWebSocketRequest(request: WebSocketRequest): OpenCollectionObject {
  const { auth, runtime } = writeRequestFields(request)
  return objectOf({
    info: writeInfo(request, 'websocket'),
    websocket: objectOf({
      url: request.url,
      headers: writeRows(request.headers),
      message: writeMessages(request.messages),
      auth: auth.value,
    }),
    runtime: part(runtime),
    settings: writeWebSocketSettings(request.settings),
    docs: request.docs,
    extensions: writeParleyExtension({
      params: writeRows(request.params),
      paramTexts: writeParamTexts(request.params),
      cookies: writeRows(request.cookies),
      auth: auth.extension,
    }),
  })
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
    format: message.choice('type', ['text', 'json', 'xml', 'binary'], 'text'),
    data: message.text('data'),
  }
}

function writeMessage(message: WebSocketMessage): OpenCollectionObject {
  return { type: message.format, data: message.data }
}
