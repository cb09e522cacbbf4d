import {
  type HttpBody,
  type HttpRequest,
  kindOfDraft,
  type RequestKind,
  type StreamLimits,
} from '@parley/model'
import { maxLiveWaitMs } from '../exchange/live/limited-outcome.ts'
import type { StreamPosition } from '../exchange/server-sent-events/stream-position.ts'
import { chosenBody } from '../prepare/body/chosen-body.ts'
import { isSubscription } from '../prepare/kinds/graphql/graphql-operations.ts'
import type { SendOutcome } from '../prepare/ports/history.ts'
import { executeRequest, type SendRequest } from './execute-request.ts'
import type { DefinitionFiles } from './grpc/definition/definition-files.ts'
import type { ReconnectingSend } from './live/send-again.ts'
import { type LimitedHost, limitedStreamSender } from './live/send-limited-stream.ts'
import { limitedWebSocketSender } from './live/send-limited-web-socket.ts'
import { sendStream } from './live/send-stream.ts'
import { sendWebSocket } from './live/send-web-socket.ts'

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
const kindSenders = {
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
    async send(sending) {
      // Only such requests load what they need.
      const { sendGrpc } = await import('./grpc/send-grpc.ts')
      return sendGrpc(sending.definitionFiles())(sending)
    },
    async inRun(_, { wait, definitionFiles }) {
      const { sendGrpc } = await import('./grpc/send-grpc.ts')
      return sendGrpc(definitionFiles(), { ...streamBounds, wait })
    },
  },
} satisfies Readonly<Record<RequestKind, KindSender>>

/** Returns how a request is sent, by its kind, which depends on the body that it sends. */
export function senderOf(request: HttpRequest): KindSender {
  return kindSenders[kindOfDraft({ ...request, body: chosenBody(request) })]
}

/** Sends a request as its kind is sent, over as many connections as it takes. */
export function sendByKind(sending: KindSending): Promise<SendOutcome> {
  const { send = executeRequest } = senderOf(sending.request)
  return send(sending)
}

function subscriptionLimits(body: HttpBody): StreamLimits | undefined {
  return body.type === 'graphql' && isSubscription(body) ? body.subscription?.runLimits : undefined
}
