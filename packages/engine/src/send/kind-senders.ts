import {
  type HttpBody,
  type HttpRequest,
  kindOfDraft,
  type RequestKind,
  type StreamLimits,
} from '@parley/model'
import { chosenBody } from '../body/chosen-body.ts'
import { executeRequest, type SendRequest } from '../execute-request.ts'
import { isSubscription } from '../graphql/graphql-operations.ts'
import type { DefinitionFiles } from '../grpc/definition/definition-files.ts'
import type { ReconnectingSend } from '../live/send-again.ts'
import type { SendOutcome } from '../ports.ts'
import { maxLiveWaitMs } from '../run/limited-outcome.ts'
import { type LimitedHost, limitedStreamSender } from '../run/send-limited-stream.ts'
import { limitedWebSocketSender } from '../run/send-limited-web-socket.ts'
import { sendStream } from '../sse/send-stream.ts'
import type { StreamPosition } from '../sse/stream-position.ts'
import { sendWebSocket } from '../websocket/send-web-socket.ts'

/** A request that is sent, with what some kinds need for it. */
export interface KindSending extends ReconnectingSend {
  /** Returns where a stream that has ended continues; null if there was none. */
  readonly position: () => Promise<StreamPosition | null>
  /** Returns the files that a service definition may be read from. */
  readonly definitionFiles: () => DefinitionFiles
}

/** What a run gives a request whose response may not end by itself. */
export interface RunSendHost extends LimitedHost {
  readonly definitionFiles: () => DefinitionFiles
}

/** How the requests of a kind are sent, over as many connections as it takes, each with `executeRequest`. */
export interface KindSender {
  /** Absent: over one connection. */
  readonly send?: (sending: KindSending) => Promise<SendOutcome>
  /**
   * Returns what sends a request in a run, where nobody ends it; null if it has nothing that ends it. Absent: it needs
   * nothing.
   */
  readonly inRun?: (request: HttpRequest, host: RunSendHost) => Promise<SendRequest> | SendRequest | null
}

/** What runs take of a gRPC stream that does not end before. */
const streamBounds = { messages: 10_000, timeMs: maxLiveWaitMs } as const

/** How Parley's kinds of request are sent. */
export const kindSenders = {
  http: {},
  graphql: {
    inRun(request, host) {
      const limits = subscriptionLimits(chosenBody(request))
      return limits === undefined ? null : limitedStreamSender(limits, host)
    },
  },
  webSocket: {
    send: sendWebSocket,
    inRun({ webSocket }, host) {
      return webSocket?.runLimits === undefined ? null : limitedWebSocketSender(webSocket.runLimits, host)
    },
  },
  serverSentEvents: {
    send: sendStream,
    inRun({ stream }, host) {
      return stream?.runLimits === undefined ? null : limitedStreamSender(stream.runLimits, host)
    },
  },
  grpc: {
    async send({ request, context, ports, signal, onProgress, definitionFiles }) {
      // Only such requests load what they need.
      const { sendGrpc } = await import('../grpc/send-grpc.ts')
      return sendGrpc(definitionFiles())(request, context, ports, signal, onProgress)
    },
    async inRun(_, { wait, definitionFiles }) {
      const { sendGrpc } = await import('../grpc/send-grpc.ts')
      return sendGrpc(definitionFiles(), { ...streamBounds, wait })
    },
  },
} satisfies Readonly<Record<RequestKind, KindSender>>

/** Returns how a request is sent, by its kind, which depends on the body that it sends. */
export function senderOf(request: HttpRequest): KindSender {
  return kindSenders[kindOfDraft({ ...request, body: chosenBody(request) })]
}

/** Sends a request as its kind is sent, over as many connections as it takes. */
export function sendRequest(sending: KindSending): Promise<SendOutcome> {
  const { request, context, ports, signal, onProgress } = sending
  const { send } = senderOf(request)
  return send?.(sending) ?? executeRequest(request, context, ports, signal, onProgress)
}

function subscriptionLimits(body: HttpBody): StreamLimits | undefined {
  return body.type === 'graphql' && isSubscription(body) ? body.subscription?.runLimits : undefined
}
