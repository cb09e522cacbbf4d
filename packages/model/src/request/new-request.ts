import { withAlignedParams } from '../url/align-params.ts'
import { defaultGrpcOptions } from './grpc-part.ts'
import type {
  DraftFields,
  GraphQlRequest,
  GrpcRequest,
  HttpRequest,
  KindPart,
  WebSocketRequest,
} from './request.ts'
import { inheritedRequestSettings } from './request-settings.ts'
import { noScripts } from './scripts.ts'
import { defaultWebSocketPart } from './web-socket-part.ts'

/** What a new request has from the beginning. */
export type NewRequestFields = Partial<Omit<DraftFields, 'kind'>> & KindPart

/** Returns an empty HTTP request: GET, no body, Inherit from parent (behaviour 2.1). Its params are those of its URL. */
export function newHttpRequest(fields: NewRequestFields = {}): HttpRequest {
  return withAlignedParams({
    kind: 'http',
    ...emptyHttpFields,
    method: 'GET',
    body: { type: 'none' },
    examples: [],
    ...fields,
  })
}

/** Returns an empty GraphQL request: POST with a GraphQL body (behaviour 1). */
export function newGraphQlRequest(fields: Partial<Omit<GraphQlRequest, 'kind'>> = {}): GraphQlRequest {
  return withAlignedParams({
    kind: 'graphql',
    ...emptyHttpFields,
    method: 'POST',
    body: { type: 'graphql', query: '', variables: '' },
    ...fields,
  })
}

/** Returns an empty request for a WebSocket (behaviour 1). */
export function newWebSocketRequest(fields: Partial<Omit<WebSocketRequest, 'kind'>> = {}): WebSocketRequest {
  return withAlignedParams({ kind: 'webSocket', ...emptyFields, webSocket: defaultWebSocketPart, ...fields })
}

/** Returns an empty gRPC request (behaviour 1). */
export function newGrpcRequest(fields: Partial<Omit<GrpcRequest, 'kind'>> = {}): GrpcRequest {
  const { name, tags, url, auth, scripts, variables } = emptyFields
  return {
    kind: 'grpc',
    ...{ name, tags, url, auth, scripts, variables },
    method: '',
    methodType: 'unary',
    protoFilePath: '',
    metadata: [],
    messages: [],
    assertions: [],
    options: defaultGrpcOptions,
    ...fields,
  }
}

const emptyFields = {
  name: '',
  tags: [],
  url: '',
  params: [],
  pathParams: [],
  headers: [],
  cookies: [],
  auth: { type: 'inherit' },
  scripts: noScripts,
  variables: [],
  settings: inheritedRequestSettings,
} as const

const emptyHttpFields = {
  ...emptyFields,
  assertions: [],
  actions: [],
} as const
