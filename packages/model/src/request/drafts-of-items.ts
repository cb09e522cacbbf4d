import type { Item } from '../collection/collection.ts'
import { withAlignedParams } from '../url/align-params.ts'
import type { BodyVariant, GraphQlBody } from './body.ts'
import type {
  GraphQlRequest,
  GrpcRequest,
  HttpRequest,
  KindPart,
  ServerSentEventsRequest,
  WebSocketRequest,
} from './request.ts'
import { requestKinds } from './request-kinds.ts'
import { inheritedRequestSettings } from './request-settings.ts'

/**
 * Returns a request as it is sent over HTTP; null for other items, and for live kinds, which are not a single
 * exchange (behaviour 1).
 */
export function httpRequestOf(item: Item): HttpRequest | null {
  if (item.kind === 'http') return item
  if (item.kind !== 'graphql') return null
  const { bodyVariants, examples = [], ...fields } = item
  return { ...fields, kind: 'http', examples, ...(bodyVariants === undefined ? {} : { bodyVariants }) }
}

/**
 * Returns an HTTP request with a GraphQL body as a GraphQL request, the kind that other clients recognize;
 * null if it has another body, or something that a GraphQL request cannot store.
 */
export function graphQlRequestOf(request: HttpRequest): GraphQlRequest | null {
  const { body, bodyVariants, examples, app, ...fields } = request
  if (body.type !== 'graphql' || app !== undefined) return null
  if (bodyVariants !== undefined && !bodyVariants.every(isGraphQl)) return null
  return {
    ...fields,
    kind: 'graphql',
    body,
    ...(bodyVariants === undefined ? {} : { bodyVariants }),
    ...(examples.length === 0 ? {} : { examples }),
  }
}

function isGraphQl(variant: BodyVariant<HttpRequest['body']>): variant is BodyVariant<GraphQlBody> {
  return variant.body.type === 'graphql'
}

/** Returns the draft in which a request is edited and sent; null for an item that is not edited as HTTP. */
export function draftOf(item: Item): HttpRequest | null {
  const draft = itemAsHttp(item)
  return draft === null ? null : withAlignedParams(draft)
}

function itemAsHttp(item: Item): HttpRequest | null {
  if (item.kind === 'webSocket')
    return {
      ...item,
      kind: 'http',
      method: 'GET',
      body: { type: 'none' },
      ...nothingOfResponses,
      examples: [],
    }
  if (item.kind === 'grpc') return grpcCallOf(item)
  if (item.kind !== 'serverSentEvents') return httpRequestOf(item)
  return { ...item, kind: 'http', examples: [] }
}

/** Returns a gRPC request as the HTTP request that carries its call. */
export function grpcCallOf(request: GrpcRequest): HttpRequest {
  const { method, methodType, protoFilePath, messages, options, metadata, ...fields } = request
  return {
    ...fields,
    kind: 'http',
    method: 'POST',
    params: [],
    pathParams: [],
    headers: metadata,
    cookies: [],
    settings: inheritedRequestSettings,
    body: { type: 'none' },
    actions: [],
    examples: [],
    grpc: { method, methodType, protoFilePath, messages, options },
  }
}

/** Returns the part of a draft that says of which kind it is; empty for a plain request. */
export function kindPartOf({ stream, webSocket, grpc }: HttpRequest): KindPart {
  if (grpc !== undefined) return { grpc }
  if (webSocket !== undefined) return { webSocket }
  return stream === undefined ? {} : { stream }
}

/** Returns a draft with another part of a kind in place of its own; without one it is a plain request. */
export function withKindPart(draft: HttpRequest, part: KindPart = {}): HttpRequest {
  const { stream: _stream, webSocket: _webSocket, grpc: _grpc, ...fields } = draft
  return { ...fields, ...part }
}

/** Returns the draft of an event stream as the request that its file stores; null for another draft. */
export function eventStreamRequestOf(draft: HttpRequest): ServerSentEventsRequest | null {
  const { examples: _examples, bodyVariants: _variants, app: _app, stream, ...fields } = draft
  return stream === undefined ? null : { ...fields, kind: 'serverSentEvents', stream }
}

/** Returns the draft of a gRPC call as the request that its file stores; null for another draft. */
export function grpcRequestOf(draft: HttpRequest): GrpcRequest | null {
  const { name, description, tags, sequence, url, auth, scripts, variables, docs } = draft
  const { grpc, headers: metadata, assertions } = draft
  if (grpc === undefined) return null
  return {
    kind: 'grpc',
    ...{ name, tags, url, auth, scripts, variables, metadata, assertions },
    ...(description === undefined ? {} : { description }),
    ...(sequence === undefined ? {} : { sequence }),
    ...(docs === undefined ? {} : { docs }),
    ...grpc,
  }
}

/** A WebSocket has no response that these could be about. */
const nothingOfResponses = { assertions: [], actions: [] } as const

/** Returns the draft of a WebSocket as the request that its file stores; null for another draft. */
export function webSocketRequestOf(draft: HttpRequest): WebSocketRequest | null {
  const {
    examples: _examples,
    bodyVariants: _variants,
    app: _app,
    stream: _stream,
    webSocket,
    ...rest
  } = draft
  const { method: _method, body: _body, assertions: _assertions, actions: _actions, ...fields } = rest
  return webSocket === undefined ? null : { ...fields, kind: 'webSocket', webSocket }
}

/** Returns what a list of losses calls an item, with its article. */
export function itemPhrase(item: Item): string {
  if (item.kind === 'folder') return 'a folder'
  if (item.kind === 'scriptFile') return 'a script file'
  if (item.kind === 'appFile') return 'a page'
  return `a ${requestKinds[item.kind].name} request`
}
