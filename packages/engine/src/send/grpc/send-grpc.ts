import { failed, type GrpcDraft } from '@parley/model'
import { codecOf, portsOfCall, typeOfMethod } from '../../exchange/grpc/call-codec.ts'
import { grpcAction } from '../../exchange/grpc/grpc-action.ts'
import type { StreamBounds } from '../../exchange/grpc/grpc-reception.ts'
import { StreamCall } from '../../exchange/grpc/stream-call.ts'
import type { GrpcCodec } from '../../prepare/kinds/grpc/grpc-codec.ts'
import type { GrpcCallHost } from '../../prepare/ports/grpc-call-host.ts'
import type { SendOutcome } from '../../prepare/ports/history.ts'
import { executeRequest, type ProgressListener, type Sending, type SendRequest } from '../execute-request.ts'
import { defineMethod } from './define-method.ts'
import type { DefinitionFiles } from './definition/definition-files.ts'

/**
 * Returns what sends gRPC requests, with `executeRequest`; others are sent as always. The messages that are selected are
 * sent, and then the call is ended on this side.
 * @param bounds - how much of a stream is received; absent: all of it
 */
export function sendGrpc(files: DefinitionFiles, bounds?: StreamBounds): SendRequest {
  return async sending => {
    const { request, ports } = sending
    const { grpcCalls } = ports
    const { grpc } = request
    if (grpc === undefined) return executeRequest(sending)
    const defined = await defineMethod(sending, files)
    if (!defined.ok) return failed({ failure: defined.failure, attempt: null, response: null })
    const { method, judge } = defined.value
    const type = typeOfMethod(method)
    const { showsDefaults, web: protocol = 'grpc' } = grpc.options
    const codec = await codecOf(defined.value, { ...defined.value, showsDefaults, protocol, way: 'grpc' })
    const typed = { ...request, grpc: { ...grpc, methodType: type } }
    const outcome = await (grpcCalls !== undefined && type !== 'unary'
      ? converse(startingWithSelected(typed), codec, grpcCalls, sending)
      : call(typed, codec, sending, bounds))
    judge(outcome)
    return outcome
  }
}

/** Makes a call whose messages are sent together. */
function call(
  request: GrpcDraft,
  codec: GrpcCodec,
  sending: Sending,
  bounds: StreamBounds | undefined,
): Promise<SendOutcome> {
  const ports = portsOfCall(sending.ports, codec, { ...request.grpc.options, ...(bounds && { bounds }) })
  const action = grpcAction({ codec, isBounded: bounds !== undefined })
  return executeRequest({ ...sending, request, ports }, { action })
}

/** Makes a call whose messages the user sends one by one. */
function converse(
  request: GrpcDraft,
  codec: GrpcCodec,
  host: GrpcCallHost,
  sending: Sending,
): Promise<SendOutcome> {
  let latest: Parameters<ProgressListener>[0] | null = null
  let state: 'open' | 'ended' | null = null
  const notify = () => {
    if (latest !== null) sending.onProgress?.(state === null ? latest : { ...latest, call: state })
  }
  const stream = new StreamCall({
    codec,
    host,
    isCompressed: request.grpc.options.compression === 'gzip',
    onState(next) {
      state = next
      notify()
    },
  })
  const ports = portsOfCall(sending.ports, codec, { ...request.grpc.options, call: stream })
  const onProgress: ProgressListener = progress => {
    latest = progress
    notify()
  }
  const action = grpcAction({ codec, stream })
  return executeRequest({ ...sending, request, ports, onProgress }, { action })
}

/** Of several messages, those that are selected begin the call. A call with one message has it from the beginning. */
function startingWithSelected(request: GrpcDraft): GrpcDraft {
  const { grpc } = request
  if (grpc.methodType === 'serverStreaming') return request
  return { ...request, grpc: { ...grpc, messages: grpc.messages.filter(one => one.selected) } }
}
