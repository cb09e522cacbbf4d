import {
  type Auth,
  defaultGrpcOptions,
  defaultWebSocketPart,
  type GraphQlRequest,
  type GrpcRequest,
  inheritedRequestSettings,
  newGraphQlRequest,
  newGrpcRequest,
  newWebSocketRequest,
  type Scripts,
  type WebSocketMessage,
  type WebSocketMessageFormat,
  type WebSocketRequest,
} from '@parley/model'
import { graphQlBodyOf } from '../graphql/graphql-body-of.ts'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, type JsonObject, type JsonValue, member, textMember, textOf } from '../json-value.ts'
import { postmanRows } from '../postman/postman-rows.ts'
import { postmanUrl } from '../postman/postman-url.ts'
import { v3Url } from './v3-http.ts'
import { pathFromCollection } from './v3-names.ts'
import { v3Pairs } from './v3-pairs.ts'

/** What requests of all kinds have. */
export interface V3Common {
  readonly name: string
  readonly auth: Auth
  readonly scripts: Scripts
  readonly docs?: string
}

/** Converts a GraphQL request. */
export function v3GraphQlRequest(value: JsonObject, common: V3Common, log: ImportLog): GraphQlRequest {
  const schema = member(value, 'schema')
  const source = textMember(schema, 'source')
  if (!['', 'auto', 'none'].includes(source)) log.loss('NOT_READ', `The schema of the source ${source}`)
  return newGraphQlRequest({
    ...common,
    ...postmanUrl(v3Url(value)),
    headers: postmanRows(v3Pairs(member(value, 'headers'))),
    body: {
      ...graphQlBodyOf({ query: textMember(value, 'query'), variables: textMember(value, 'variables') }),
      ...(source === 'none' ? { schema: { source: 'none', path: '' } } : {}),
    },
  })
}

/** Converts a request for a WebSocket with its saved messages, none of which is sent on connect. */
export function v3WebSocketRequest(
  value: JsonObject,
  common: V3Common,
  messages: readonly JsonObject[],
  log: ImportLog,
): WebSocketRequest {
  const settings = new Map(entriesOf(member(value, 'settings')))
  const timeoutMs = numberOf(settings.get('handshakeTimeout'))
  const maxMegabytes = numberOf(settings.get('maxPayload'))
  reportSettings(settings, ['handshakeTimeout', 'maxPayload', 'retryCount', 'retryDelay'], log)
  return newWebSocketRequest({
    ...common,
    ...postmanUrl(v3Url(value)),
    headers: postmanRows(v3Pairs(member(value, 'headers'))),
    settings: { ...inheritedRequestSettings, ...(timeoutMs > 0 ? { timeoutMs } : {}) },
    webSocket: {
      ...defaultWebSocketPart,
      reconnect: numberOf(settings.get('retryCount')) > 0,
      ...(maxMegabytes > 0 ? { maxMessageBytes: maxMegabytes * megabyte } : {}),
      messages: messages.map(one => v3Message(one, log)),
    },
  })
}

const megabyte = 1024 * 1024

const messageFormats: Readonly<Record<string, WebSocketMessageFormat>> = {
  json: 'json',
  xml: 'xml',
  hex: 'hex',
  base64: 'binary',
}

function v3Message(value: JsonObject, log: ImportLog): WebSocketMessage {
  const type = textMember(value, 'contentType')
  const format = Object.hasOwn(messageFormats, type) ? messageFormats[type] : undefined
  if (format === undefined && !['', 'text', 'html'].includes(type))
    log.loss('BODY_NOT_SUPPORTED', `${type}, read as text`)
  return {
    title: textMember(value, 'name'),
    selected: false,
    format: format ?? 'text',
    data: textMember(value, 'content'),
  }
}

/**
 * Converts a gRPC request. Whether it streams is in its service definition, which is read when it is called.
 * @param folder the names of the folders from the collection to the file, from which its paths start
 */
export function v3GrpcRequest(
  value: JsonObject,
  common: V3Common,
  folder: readonly string[],
  log: ImportLog,
): GrpcRequest {
  const settings = new Map(entriesOf(member(value, 'settings')))
  const schema = member(value, 'schema')
  const location = textMember(schema, 'source') === 'file' ? textMember(schema, 'location') : ''
  const protoFilePath = location === '' ? '' : pathFromCollection(folder, location)
  const content = textMember(member(value, 'message'), 'content')
  const maxMegabytes = numberOf(settings.get('maxResponseMessageSize'))
  log.file(protoFilePath)
  if (textMember(schema, 'source') === 'api') log.loss('NOT_READ', 'The schema of the source api')
  if (textMember(value, 'methodDescriptor') !== '') log.loss('NOT_READ', 'methodDescriptor')
  reportSettings(settings, ['secureConnection', 'maxResponseMessageSize', 'includeDefaultFields'], log)
  return newGrpcRequest({
    ...common,
    url: grpcUrl(textMember(value, 'url'), settings.get('secureConnection')),
    method: methodOf(textMember(value, 'methodPath')),
    protoFilePath,
    metadata: postmanRows(v3Pairs(member(value, 'metadata'))),
    messages: content === '' ? [] : [{ title: '', selected: true, text: content }],
    options: {
      ...defaultGrpcOptions,
      definition: protoFilePath === '' ? 'reflection' : 'proto',
      showsDefaults: settings.get('includeDefaultFields') === true,
      ...(maxMegabytes > 0 ? { maxMessageBytes: maxMegabytes * megabyte } : {}),
    },
  })
}

/** Returns `package.Service/Method`; files write a dot before the method as well, and a slash before all. */
function methodOf(path: string): string {
  const name = path.replace(/^\//, '')
  return name.includes('/') ? name : name.replace(/\.([^.]*)$/, '/$1')
}

function grpcUrl(url: string, secure: JsonValue | undefined): string {
  if (typeof secure !== 'boolean' || url.includes('://')) return url
  return `${secure ? 'grpcs' : 'grpc'}://${url}`
}

/** Reports the settings that are not read and say something else than the default. */
function reportSettings(
  settings: ReadonlyMap<string, JsonValue>,
  read: readonly string[],
  log: ImportLog,
): void {
  for (const [name, value] of settings) {
    const isDefault =
      (name === 'strictSSL' && value === true) || textOf(value) === '' || textOf(value) === '[]'
    if (!read.includes(name) && !isDefault) log.loss('SETTING_NOT_SUPPORTED', `${name}: ${textOf(value)}`)
  }
}

/** Returns a whole number; 0 for anything else. */
function numberOf(value: JsonValue | undefined): number {
  const text = textOf(value)
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
