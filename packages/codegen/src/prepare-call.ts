import {
  grpcAction,
  grpcUrl,
  type KindAction,
  type MessageHeader,
  type PreparedSend,
  protoSearch,
  type RequestContext,
} from '@parley/engine'
import { type GrpcPart, ok } from '@parley/model'
import type { CodeCall } from './code-request.ts'
import type { OpenOrigin } from './open-origin.ts'

/** Returns what prepares a call whose types are not known: its messages stay text. */
export function untypedCall({ method, methodType }: GrpcPart): KindAction {
  return grpcAction({
    codec: {
      path: `/${plainMethod(method)}`,
      type: methodType,
      protocol: 'grpc',
      way: 'grpc',
      notes: [],
      encode: () => Promise.reject(unreachable()),
      decode: () => {
        throw unreachable()
      },
      decodeDetails: () => {
        throw unreachable()
      },
    },
    stream: { contentOf: async () => ok([]), converse: () => Promise.reject(unreachable()) },
  })
}

/** What a call is prepared from. */
export interface CallFacts {
  /** The URL with its variables filled in. */
  readonly typedUrl: string
  /** Null: the URL names its host. */
  readonly origin: OpenOrigin | null
  readonly context: RequestContext
}

/** Returns the call of a prepared request. */
export function callOf(
  grpc: GrpcPart,
  { message, rendered }: PreparedSend,
  { typedUrl, origin, context }: CallFacts,
): CodeCall {
  const { definition, descriptorSetPath, deadlineMs, maxMessageBytes, showsDefaults, compression } =
    grpc.options
  const url = grpcUrl(typedUrl, '') ?? ''
  const usesTls = /^(?:grpcs|https):/i.test(url)
  const authority = /^(?:[^/?#:]*:\/\/)?(?:[^/?#]*@)?([^/?#]*)/.exec(
    origin === null ? message.target.targetUri : url,
  )?.[1]
  const hasPort = origin !== null || /:\d+$/.test(authority ?? '')
  return {
    address: hasPort ? (authority ?? '') : `${authority}:${usesTls ? 443 : 80}`,
    usesTls,
    method: plainMethod(grpc.method),
    messages: grpc.messages.length === 0 ? [] : (rendered.messages ?? []),
    definition:
      definition === 'reflection'
        ? { kind: 'reflection' }
        : definition === 'proto'
          ? { kind: 'proto', ...protoSearch(grpc, context) }
          : { kind: 'descriptorSet', path: descriptorSetPath },
    deadlineMs,
    maxMessageBytes,
    showsDefaults,
    isCompressed: compression === 'gzip',
    isWeb: grpc.options.web !== undefined,
  }
}

/** Whether a field is one that every client of gRPC writes by itself. */
export function isOfProtocol({ name, writtenBy }: MessageHeader): boolean {
  return writtenBy === undefined && /^(?:te|content-type|grpc-.*)$/i.test(name)
}

function plainMethod(typed: string): string {
  return typed.trim().replace(/^[/.]/, '')
}

/** Returns the error for what only a call that is made needs. */
function unreachable(): Error {
  return new Error('Code generation made a call')
}
