import {
  defaultGrpcOptions,
  defaultWebSocketPart,
  type GrpcRequest,
  type HttpBody,
  inheritedRequestSettings,
  type MultipartPart,
  newGrpcRequest,
  newHttpRequest,
  newWebSocketRequest,
  type Request,
  type Row,
  splitOutsideVariables,
  type WebSocketMessageFormat,
  type WebSocketRequest,
  webSocketMessageFormats,
} from '@parley/model'
import { graphQlBodyOf } from '../graphql/graphql-body-of.ts'
import type { ImportLog } from '../import-log.ts'
import {
  isObject,
  type JsonValue,
  listOf,
  member,
  memberText,
  parseJson,
  textMember,
  textOf,
} from '../json-value.ts'
import { newScripts } from '../new-entities.ts'
import { methodOf, withoutBareMultipart, withParams } from '../request-parts.ts'
import { languageOf } from '../text-body.ts'
import { insomniaAuth } from './insomnia-auth.ts'
import { type InsomniaProtos, methodTypeIn, noProtos } from './insomnia-protos.ts'
import { logUnreadSettings } from './insomnia-unread.ts'

/**
 * Converts one request of any kind, with translated texts; v4 and v5 name some members differently.
 * @param payloads the saved messages of a WebSocket
 * @param protos the `.proto` files of its workspace
 */
export function insomniaRequest(
  value: JsonValue,
  log: ImportLog,
  payloads: readonly JsonValue[] = [],
  protos: InsomniaProtos = noProtos,
): Request {
  log.count('requests')
  const id = textMember(value, '_id') || textMember(member(value, 'meta'), 'id')
  if (textMember(value, '_type') === 'grpc_request' || id.startsWith('greq'))
    return grpcRequest(value, log, protos)
  if (textMember(value, '_type') === 'websocket_request' || id.startsWith('ws-req'))
    return webSocketRequest(value, log, payloads)
  return httpRequest(value, log)
}

function common(value: JsonValue, log: ImportLog) {
  const docs = textMember(value, 'description') || textMember(member(value, 'meta'), 'description')
  return {
    name: textMember(value, 'name'),
    tags: [],
    auth: insomniaAuth(member(value, 'authentication'), log),
    variables: [],
    ...(docs === '' ? {} : { docs }),
  }
}

function httpRequest(value: JsonValue, log: ImportLog): Request {
  const scripts = member(value, 'scripts')
  const settings = member(value, 'settings')
  const follow = textMember(value, 'settingFollowRedirects') || textMember(settings, 'followRedirects')
  const body = insomniaBody(member(value, 'body'), log)
  logUnreadSettings(value, log)
  return newHttpRequest({
    ...common(value, log),
    method: methodOf(value),
    ...withParams(textMember(value, 'url'), queryRows(member(value, 'parameters'))),
    pathParams: insomniaRows(member(value, 'pathParameters')),
    headers: withoutBareMultipart(insomniaRows(member(value, 'headers')), body),
    body,
    scripts: newScripts(
      textMember(value, 'preRequestScript') || textMember(scripts, 'preRequest'),
      textMember(value, 'afterResponseScript') || textMember(scripts, 'afterResponse'),
      log,
    ),
    settings: {
      ...inheritedRequestSettings,
      ...(follow === 'on' ? { followRedirects: true } : follow === 'off' ? { followRedirects: false } : {}),
    },
  })
}

/** Converts a table, without the blank rows at its end. */
export function insomniaRows(value: JsonValue | undefined): readonly Row[] {
  return listOf(value)
    .filter(one => textMember(one, 'name') !== '' || textMember(one, 'value') !== '')
    .map(one => {
      const description = textMember(one, 'description')
      return {
        name: textMember(one, 'name'),
        value: textMember(one, 'value'),
        enabled: member(one, 'disabled') !== true,
        ...(description === '' ? {} : { description }),
      }
    })
}

/**
 * Converts rows of the query. Insomnia encodes their plus signs, writes a row without a value as its name alone, and leaves out one
 * without a name.
 */
function queryRows(value: JsonValue | undefined): readonly Row[] {
  return insomniaRows(value).map(one => {
    const name = withoutPlus(one.name)
    const row = { ...one, name, value: withoutPlus(one.value), enabled: one.enabled && name !== '' }
    return row.value === '' && name !== '' ? { ...row, urlText: name } : row
  })
}

function withoutPlus(text: string): string {
  return splitOutsideVariables(text, '+').join('%2B')
}

function insomniaBody(value: JsonValue | undefined, log: ImportLog): HttpBody {
  if (typeof value === 'string')
    return value === '' ? { type: 'none' } : { type: 'raw', language: 'text', text: value }
  const inner = member(value, 'text')
  // Insomnia has exported bodies whose text is the body itself.
  if (isObject(value) && isObject(inner)) return insomniaBody({ ...value, text: '', ...inner }, log)
  const mimeType = textMember(value, 'mimeType')
  const text = textMember(value, 'text')
  const fileName = textMember(value, 'fileName')
  const params = member(value, 'params')
  switch (mimeType) {
    case 'application/graphql':
      return graphQlBody(text)
    case 'multipart/form-data':
      return {
        type: 'multipart',
        parts: listOf(params)
          .filter(isObject)
          .map(one => formPart(one, log)),
      }
    case 'application/x-www-form-urlencoded':
      if (text === '' || listOf(params).length > 0)
        return { type: 'urlEncoded', fields: insomniaRows(params) }
      break
    case 'application/octet-stream':
      log.file(fileName)
      return {
        type: 'file',
        files: fileName === '' ? [] : [{ filePath: fileName, contentType: '', selected: true }],
      }
  }
  if (text === '' && mimeType === '') return { type: 'none' }
  return { type: 'raw', language: languageOf(mimeType), text }
}

function formPart(value: JsonValue, log: ImportLog): MultipartPart {
  const fields = { name: textMember(value, 'name'), enabled: member(value, 'disabled') !== true }
  const contentType = member(value, 'multiline')
  if (textMember(value, 'type') !== 'file')
    return {
      kind: 'text',
      ...fields,
      value: textMember(value, 'value'),
      ...(typeof contentType === 'string' && contentType !== '' ? { contentType } : {}),
    }
  const filePath = textMember(value, 'fileName')
  log.file(filePath)
  return { kind: 'file', ...fields, filePaths: filePath === '' ? [] : [filePath] }
}

/** Parses the body, which is the JSON that is sent. Numbers in variables are kept as typed. */
function graphQlBody(text: string): HttpBody {
  const parsed = parseJson(text)
  if (!parsed.ok || !isObject(parsed.value)) return { type: 'graphql', query: text, variables: '' }
  const typed = (name: 'variables' | 'extensions') => {
    const value = member(parsed.value, name)
    return typeof value === 'object' && value !== null ? memberText(text, name) : textOf(value)
  }
  const extensions = typed('extensions')
  return {
    ...graphQlBodyOf(parsed.value),
    variables: typed('variables'),
    ...(extensions === '' ? {} : { extensions }),
  }
}

function grpcRequest(value: JsonValue, log: ImportLog, protos: InsomniaProtos): GrpcRequest {
  const text = textMember(member(value, 'body'), 'text')
  const method = textMember(value, 'protoMethodName').replace(/^\//, '')
  const fileId = textMember(value, 'protoFileId')
  const proto = protos.files.get(fileId)
  const reflection = member(value, 'reflectionApi')
  const definition = proto === undefined ? 'reflection' : 'proto'
  const type = proto === undefined ? 'unary' : methodTypeIn(proto.text, method)
  if (fileId !== '' && proto === undefined) log.loss('REFERENCE_NOT_FOUND', `the .proto file ${fileId}`)
  if (member(reflection, 'enabled') === true)
    log.loss('NOT_READ', `The reflection API ${textMember(reflection, 'url')}`)
  return newGrpcRequest({
    ...common(value, log),
    url: textMember(value, 'url'),
    method,
    methodType: type,
    protoFilePath: proto?.path ?? '',
    options: { ...defaultGrpcOptions, definition },
    metadata: insomniaRows(member(value, 'metadata')),
    // Messages of a stream are sent one by one.
    messages:
      text === '' ? [] : [{ title: '', selected: type === 'unary' || type === 'serverStreaming', text }],
  })
}

function messageFormat(mode: string): WebSocketMessageFormat {
  return webSocketMessageFormats.find(one => mode.includes(one)) ?? 'text'
}

function webSocketRequest(
  value: JsonValue,
  log: ImportLog,
  payloads: readonly JsonValue[],
): WebSocketRequest {
  return newWebSocketRequest({
    ...common(value, log),
    ...withParams(textMember(value, 'url'), queryRows(member(value, 'parameters'))),
    headers: insomniaRows(member(value, 'headers')),
    webSocket: {
      ...defaultWebSocketPart,
      messages: payloads.filter(isObject).map(one => ({
        title: textMember(one, 'name'),
        selected: false,
        format: messageFormat(textMember(one, 'mode')),
        data: textMember(one, 'value'),
      })),
    },
  })
}
