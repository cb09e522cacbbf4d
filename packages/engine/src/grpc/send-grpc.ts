import { failed, type SendFailure } from '@parley/model'
import { executeRequest } from '../execute-request.ts'
import { preparationFailure } from '../preparation-failure.ts'
import type { SendRequest } from '../run/send-for-report.ts'
import { codecOf, portsOfCall, typeOfMethod } from './call-codec.ts'
import type { DefinitionFiles } from './definition-files.ts'
import { loadDefinition } from './load-definition.ts'

/**
 * Returns what sends gRPC requests, with `executeRequest`; others are sent as always. The messages that are selected are
 * sent, and then the call is ended on this side.
 */
export function sendGrpc(files: DefinitionFiles): SendRequest {
  return async (...send) => {
    const [request, context, ports, signal, onProgress] = send
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
    const call = { ...request, grpc: { ...grpc, methodType: type } }
    return executeRequest(call, context, portsOfCall(ports, codec, grpc.options), signal, onProgress)
  }
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
