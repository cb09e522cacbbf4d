/** What a gRPC request has besides the HTTP request that carries its call (behaviour 1). */
export interface GrpcPart {
  /** `package.Service/Method`. */
  readonly method: string
  readonly methodType: GrpcMethodType
  /** The `.proto` file that declares the method. */
  readonly protoFilePath: string
  readonly messages: readonly GrpcMessage[]
  readonly options: GrpcOptions
}

export type GrpcMethodType = 'unary' | 'clientStreaming' | 'serverStreaming' | 'bidirectionalStreaming'

export interface GrpcMessage {
  readonly title: string
  readonly selected: boolean
  /** JSON as typed. May contain `{{variables}}`. */
  readonly text: string
}

/** The settings of a gRPC request that only Parley has. */
export interface GrpcOptions {
  readonly definition: GrpcDefinition
  /** The descriptor set, for the definition of that name. */
  readonly descriptorSetPath: string
  /** How long the call may take; 0: as long as any request. */
  readonly deadlineMs: number
  /** A larger message from the server ends the call. */
  readonly maxMessageBytes: number
  /** How messages are sent. */
  readonly compression: GrpcCompression
  /** Whether the call is one of gRPC-Web, which needs no HTTP/2; absent: it is not. */
  readonly web?: GrpcWeb
  /** Whether fields that are not set are shown with their defaults. */
  readonly showsDefaults: boolean
}

/** Where the types of a service come from: the server, `.proto` files, or what `protoc -o` writes. */
export type GrpcDefinition = (typeof grpcDefinitions)[number]

export const grpcDefinitions = ['reflection', 'proto', 'descriptorSet'] as const

export type GrpcCompression = (typeof grpcCompressions)[number]

export const grpcCompressions = ['none', 'gzip'] as const

/** gRPC-Web with its content as bytes, or as Base64. */
export type GrpcWeb = (typeof grpcWebs)[number]

export const grpcWebs = ['binary', 'text'] as const

export const defaultGrpcOptions: GrpcOptions = {
  definition: 'reflection',
  descriptorSetPath: '',
  deadlineMs: 0,
  maxMessageBytes: 4 * 1024 * 1024,
  compression: 'none',
  showsDefaults: false,
}
