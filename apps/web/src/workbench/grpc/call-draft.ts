import {
  defaultGrpcOptions,
  type GrpcMethodType,
  type GrpcOptions,
  type GrpcPart,
  type GrpcWeb,
  type HttpRequest,
} from '@parley/model'
import type { ListedMethod, ListedService } from '@parley/protobuf'
import type { SchemaSubject } from '../schemas/tab-schemas.ts'

const methodTypes: Readonly<Record<ListedMethod['type'], GrpcMethodType>> = {
  unary: 'unary',
  client_streaming: 'clientStreaming',
  server_streaming: 'serverStreaming',
  bidi_streaming: 'bidirectionalStreaming',
}

/** What the picker says after the name of a method. */
export const methodTypeLabels: Readonly<Record<GrpcMethodType, string>> = {
  unary: 'unary',
  clientStreaming: 'client streaming',
  serverStreaming: 'server streaming',
  bidirectionalStreaming: 'bidirectional',
}

/** A method as the picker lists it. */
export interface RpcChoice {
  /** `package.Service/Method`. */
  readonly id: string
  readonly service: string
  readonly name: string
  readonly type: GrpcMethodType
  readonly isDeprecated: boolean
  readonly comment: string
}

/** Returns the methods of services that contain a text, ignoring case. */
export function rpcChoices(services: readonly ListedService[], typed: string): readonly RpcChoice[] {
  const wanted = typed.trim().toLowerCase()
  return services
    .flatMap(({ name: service, methods }) =>
      methods.map(({ name, type, isDeprecated, comment }) => ({
        id: `${service}/${name}`,
        service,
        name,
        type: methodTypes[type],
        isDeprecated,
        comment,
      })),
    )
    .filter(({ id }) => id.toLowerCase().includes(wanted))
}

/** Returns the call of a draft; an empty one of another draft. */
export function callOf({ grpc }: HttpRequest): GrpcPart {
  return grpc ?? noCall
}

const noCall: GrpcPart = {
  method: '',
  methodType: 'unary',
  protoFilePath: '',
  messages: [],
  options: defaultGrpcOptions,
}

/** Returns a draft with a part of its call changed. */
export function withCall(draft: HttpRequest, change: Partial<GrpcPart>): HttpRequest {
  return draft.grpc === undefined ? draft : { ...draft, grpc: { ...draft.grpc, ...change } }
}

/** Returns a draft with some of its call's settings changed. */
export function withCallOptions(draft: HttpRequest, change: Partial<GrpcOptions>): HttpRequest {
  return draft.grpc === undefined ? draft : withCall(draft, { options: { ...draft.grpc.options, ...change } })
}

/** Returns a draft whose call is one of gRPC-Web, or of gRPC itself. */
export function withGrpcWeb(draft: HttpRequest, web: GrpcWeb | 'none'): HttpRequest {
  if (draft.grpc === undefined) return draft
  const { web: _, ...options } = draft.grpc.options
  return withCall(draft, { options: web === 'none' ? options : { ...options, web } })
}

/** Returns a draft without what no service definition depends on, because it is sent with each change. */
export function definitionSubject(subject: SchemaSubject): SchemaSubject {
  const { request } = subject
  const { grpc } = request
  if (grpc === undefined) return subject
  const isLocal = grpc.options.definition !== 'reflection'
  return {
    ...subject,
    request: { ...request, grpc: { ...grpc, method: '', methodType: 'unary', messages: [] } },
    ...(isLocal && { isLocal: true }),
  }
}
