import { failed, type GrpcMethodType, ok } from '@parley/model'
import {
  type DescMethod,
  decodeMessage,
  describeMessageProblem,
  encodeMessage,
  type FileRegistry,
  notesOf,
  statusDetailsDecoder,
} from '@parley/protobuf'
import type { GrpcCodec } from '../../prepare/kinds/grpc/grpc-codec.ts'
import type { EnginePorts } from '../../prepare/ports/engine-ports.ts'
import type { ScriptRunner } from '../../prepare/ports/script-runner.ts'
import { preparationFailure } from '../../prepare/preparation-failure.ts'
import { type ReceptionOptions, receivingTransport } from './grpc-reception.ts'

/** Returns the ports with which `executeRequest` makes a call. */
export function portsOfCall(ports: EnginePorts, codec: GrpcCodec, options: ReceptionOptions): EnginePorts {
  return {
    ...ports,
    transport: receivingTransport(ports.transport, codec, options),
    scripts: keepingMessages(ports.scripts),
  }
}

/** A method with all types that its messages may contain. */
export interface DefinedMethod {
  readonly method: DescMethod
  readonly registry: FileRegistry
}

/** What a codec needs besides its method. */
interface CodecOptions extends Pick<GrpcCodec, 'way' | 'protocol'> {
  readonly showsDefaults: boolean
  /** Returns the method as it is defined now; null if that is not known better. */
  readonly redefine?: () => Promise<DefinedMethod | null>
}

/** Returns what writes and reads the messages of a method. */
export async function codecOf(
  defined: DefinedMethod,
  { showsDefaults, way, protocol, redefine }: CodecOptions,
): Promise<GrpcCodec> {
  let latest = defined
  const { method } = defined
  const decodeDetails = await statusDetailsDecoder(defined.registry)
  const encode = (text: string) => encodeMessage(latest.method.input, text, latest.registry)
  return {
    path: `/${method.parent.typeName}/${method.name}`,
    type: typeOfMethod(method),
    way,
    protocol,
    notes: notesOf(defined.registry),
    async encode(text) {
      let encoded = encode(text)
      if (!encoded.ok && redefine !== undefined) {
        latest = (await redefine()) ?? latest
        encoded = encode(text)
      }
      if (encoded.ok) return encoded
      return failed(
        encoded.failure
          .slice(0, 5)
          .map(one => describeMessageProblem(text, one))
          .join(' '),
      )
    },
    decode: (bytes, isIndented) =>
      decodeMessage(latest.method.output, bytes, latest.registry, { isIndented, showsDefaults }),
    decodeDetails,
  }
}

const methodTypes: Readonly<Record<DescMethod['methodKind'], GrpcMethodType>> = {
  unary: 'unary',
  client_streaming: 'clientStreaming',
  server_streaming: 'serverStreaming',
  bidi_streaming: 'bidirectionalStreaming',
}

/** The definition knows the type better than the file of the request. */
export function typeOfMethod({ methodKind }: DescMethod): GrpcMethodType {
  return methodTypes[methodKind]
}

/** The content of a call is its messages, which a script cannot replace by text. */
function keepingMessages(scripts: ScriptRunner): ScriptRunner {
  return {
    ...scripts,
    async runPreRequest(run) {
      const outcome = await scripts.runPreRequest(run)
      if (!outcome.ok) return outcome
      const { method, content } = outcome.value.overrides
      if (method === null && content === null) return ok(outcome.value)
      return failed(preparationFailure('script', 'GRPC_BODY_BY_SCRIPT', ''))
    },
    runPostResponse: run => scripts.runPostResponse(run),
  }
}
