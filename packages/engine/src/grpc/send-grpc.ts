import { failed, type GrpcPart, type HttpRequest, type SendFailure } from '@parley/model'
import { executeRequest, type ProgressListener } from '../execute-request.ts'
import type { SendOutcome } from '../ports.ts'
import { preparationFailure } from '../preparation-failure.ts'
import type { SendRequest } from '../run/send-for-report.ts'
import { codecOf, portsOfCall, typeOfMethod } from './call-codec.ts'
import type { DefinitionFiles } from './definition-files.ts'
import type { GrpcCallHost } from './grpc-call-host.ts'
import type { GrpcCodec } from './grpc-codec.ts'
import { loadDefinition } from './load-definition.ts'
import { StreamCall } from './stream-call.ts'

/**
 * Returns what sends gRPC requests, with `executeRequest`; others are sent as always. The messages that are selected are
 * sent, and then the call is ended on this side.
 */
export function sendGrpc(files: DefinitionFiles): SendRequest {
  return async (...send) => {
    const [request, context, ports, signal, onProgress] = send
    const { grpcCalls } = ports
    const { grpc } = request
    if (grpc === undefined) return executeRequest(...send)
    const nothingSent = (failure: SendFailure) => failed({ failure, attempt: null, response: null })
    const { service, method: name } = splitMethod(grpc.method)
    if (service === '' || name === '') return nothingSent(refused('GRPC_METHOD_MISSING', ''))
    const registry = await loadDefinition(service, send, files)
    if (!registry.ok) return nothingSent(registry.failure)
    const method = registry.value.getService(service)?.methods.find(one => one.name === name)
    if (method === undefined) return nothingSent(refused('GRPC_METHOD_UNKNOWN', grpc.method))
    const type = typeOfMethod(method)
    const { showsDefaults } = grpc.options
    const codec = await codecOf(method, { registry: registry.value, showsDefaults, way: 'grpc' })
    const typed = { ...request, grpc: { ...grpc, methodType: type } }
    if (grpcCalls !== undefined && type !== 'unary')
      return converse(startingWithSelected(typed), codec, grpcCalls, send)
    return executeRequest(typed, context, portsOfCall(ports, codec, grpc.options), signal, onProgress)
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

/** Splits `package.Service/Method`; a dot before the method is accepted too. */
function splitMethod(name: string): { readonly service: string; readonly method: string } {
  const path = name.trim().replace(/^[/.]/, '')
  const at = Math.max(path.lastIndexOf('/'), path.includes('/') ? -1 : path.lastIndexOf('.'))
  return { service: path.slice(0, Math.max(at, 0)), method: path.slice(at + 1) }
}

function refused(code: string, subject: string): SendFailure {
  return preparationFailure('invalidRequest', code, subject)
}
