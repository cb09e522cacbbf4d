import { failed, type GrpcPart, type HttpRequest } from '@parley/model'
import { executeRequest, type ProgressListener } from '../execute-request.ts'
import type { SendOutcome } from '../ports.ts'
import type { SendRequest } from '../run/send-for-report.ts'
import { codecOf, portsOfCall, typeOfMethod } from './call-codec.ts'
import { defineMethod } from './define-method.ts'
import type { DefinitionFiles } from './definition/definition-files.ts'
import type { GrpcCallHost } from './grpc-call-host.ts'
import type { GrpcCodec } from './grpc-codec.ts'
import { StreamCall } from './stream-call.ts'

/**
 * Returns what sends gRPC requests, with `executeRequest`; others are sent as always. The messages that are selected are
 * sent, and then the call is ended on this side.
 */
export function sendGrpc(files: DefinitionFiles): SendRequest {
  return async (...send) => {
    const [request, context, ports, signal, onProgress] = send
    const { grpcCalls, streamBounds: bounds } = ports
    const { grpc } = request
    if (grpc === undefined) return executeRequest(...send)
    const defined = await defineMethod(send, files)
    if (!defined.ok) return failed({ failure: defined.failure, attempt: null, response: null })
    const { method, judge } = defined.value
    const type = typeOfMethod(method)
    const { showsDefaults, web: protocol = 'grpc' } = grpc.options
    const codec = await codecOf(defined.value, { ...defined.value, showsDefaults, protocol, way: 'grpc' })
    const typed = { ...request, grpc: { ...grpc, methodType: type } }
    const outcome = await (grpcCalls !== undefined && type !== 'unary'
      ? converse(startingWithSelected(typed), codec, grpcCalls, send)
      : executeRequest(
          typed,
          context,
          portsOfCall(ports, codec, { ...grpc.options, ...(bounds && { bounds }) }),
          signal,
          onProgress,
        ))
    judge(outcome)
    return outcome
  }
}

type GrpcDraft = HttpRequest & { readonly grpc: GrpcPart }

/** Makes a call whose messages the user sends one by one. */
function converse(
  request: GrpcDraft,
  codec: GrpcCodec,
  host: GrpcCallHost,
  [, context, ports, signal, onProgress]: Parameters<SendRequest>,
): Promise<SendOutcome> {
  let latest: Parameters<ProgressListener>[0] | null = null
  let state: 'open' | 'ended' | null = null
  const notify = () => {
    if (latest !== null) onProgress(state === null ? latest : { ...latest, call: state })
  }
  const call = new StreamCall({
    codec,
    host,
    isCompressed: request.grpc.options.compression === 'gzip',
    onState(next) {
      state = next
      notify()
    },
  })
  const portsOfThis = portsOfCall(ports, codec, { ...request.grpc.options, call })
  return executeRequest(request, context, portsOfThis, signal, progress => {
    latest = progress
    notify()
  })
}

/** Of several messages, those that are selected begin the call. A call with one message has it from the beginning. */
function startingWithSelected(request: GrpcDraft): GrpcDraft {
  const { grpc } = request
  if (grpc.methodType === 'serverStreaming') return request
  return { ...request, grpc: { ...grpc, messages: grpc.messages.filter(one => one.selected) } }
}
