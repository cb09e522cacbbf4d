import { failed, type GrpcMethodType } from '@parley/model'
import { frameCall, type GrpcCall } from '../../prepare/kinds/grpc/frame-call.ts'
import { renderCall } from '../../prepare/kinds/grpc/render-call.ts'
import type { KindAction } from '../../prepare/kinds/kind-action.ts'
import { preparationFailure } from '../../prepare/preparation-failure.ts'

/**
 * Returns what makes a call.
 * @param call - the types of its method, which `sendGrpc` finds; null: they are not known, and nothing is sent
 */
export function grpcAction(call: GrpcCall | null): KindAction {
  return {
    prepare(filled, { resolved: { request }, fillContent }) {
      const { grpc } = request
      if (grpc === undefined) return filled
      const rendered = renderCall(grpc, fillContent)
      const isLive = call?.isBounded !== true && streamingTypes.has(grpc.methodType)
      return {
        ...filled,
        messages: rendered.messages,
        frame: async (whole, _ports) =>
          call === null
            ? failed(preparationFailure('invalidRequest', 'GRPC_NOT_SUPPORTED', ''))
            : frameCall(whole, rendered, { ...call, isLive }),
      }
    },
  }
}

/** Calls whose responses are streams. */
const streamingTypes: ReadonlySet<GrpcMethodType> = new Set(['serverStreaming', 'bidirectionalStreaming'])
