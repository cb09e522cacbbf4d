import type { HttpRequest, StreamLimits } from '@parley/model'
import { linkedController } from '../../basics/linked-controller.ts'
import { type CompileCondition, checkLimits } from '../../exchange/live/limit-counter.ts'
import {
  concluded,
  invalidLimits,
  type LiveWords,
  maxLiveWaitMs,
} from '../../exchange/live/limited-outcome.ts'
import { IdleLimit } from '../../exchange/server-sent-events/idle-limit.ts'
import { LimitedStream } from '../../exchange/server-sent-events/limited-stream.ts'
import { subscriptionResultTypes } from '../../prepare/kinds/graphql/subscription-protocol.ts'
import { mayOpenWebSocket } from '../../prepare/kinds/graphql/subscription-transports.ts'
import type { EnginePorts, Wait } from '../../prepare/ports/engine-ports.ts'
import type { SendOutcome } from '../../prepare/ports/history.ts'
import type { Transport } from '../../prepare/ports/transport.ts'
import type { WebSocketFraming, WebSocketHost } from '../../prepare/ports/web-socket-host.ts'
import type { SendRequest } from '../execute-request.ts'
import { connectStream } from './connect-stream.ts'

const words: LiveWords = { one: 'event', many: 'events', whole: 'stream', notLive: 'not an event stream' }

/** What ends a live request in a run. */
export interface LimitedHost {
  readonly wait: Wait
  readonly compileCondition: CompileCondition
  /** Loads what writes and reads the frames of WebSockets. */
  loadWebSocketFraming(): Promise<WebSocketFraming>
}

/**
 * Returns a function that sends a request for an event stream, or a GraphQL subscription, in a run: over one connection,
 * up to its limits. The one test in its report says whether a limit was reached.
 */
export function limitedStreamSender(
  limits: StreamLimits,
  { wait, compileCondition, loadWebSocketFraming }: LimitedHost,
): SendRequest {
  return async sending => {
    const { request, ports, signal } = sending
    const checked = await checkLimits(limits, compileCondition)
    if (!checked.ok) return invalidLimits(checked.failure)
    const own = linkedController(signal)
    const stream = new LimitedStream(checked.value, wait, own.abort)
    const deadline = new IdleLimit(maxLiveWaitMs, wait, own.abort)
    const onStream = () => (limits.forMs > 0 ? deadline.end() : undefined)
    const conclude = (outcome: SendOutcome): SendOutcome => {
      const { hasEnough, isStream: isLive, eventCount: count } = stream
      if (signal.aborted && !hasEnough) return outcome
      return concluded(outcome, { limits, words, hasEnough, isLive, count, isLate: deadline.isOver })
    }
    const framing = mayOpenWebSocket(request) ? await loadWebSocketFraming() : null
    const watched: EnginePorts = {
      ...ports,
      ...(framing !== null && { webSockets: resultsOf(framing, stream, onStream) }),
      transport: watchedTransport(ports.transport, request, { stream, onStream }),
      history: {
        record: (typed, outcome, secrets) => ports.history.record(typed, conclude(outcome), secrets),
      },
    }
    const connection = { ...sending, ports: watched, wait, signal: own.signal }
    const outcome = await connectStream(connection, null)
    deadline.end()
    stream.stop()
    own.unlink()
    return conclude(outcome)
  }
}

/** Returns what shows the results of a subscription over a WebSocket to `stream`. */
function resultsOf(framing: WebSocketFraming, stream: LimitedStream, onStream: () => void): WebSocketHost {
  return {
    framing,
    onOpen() {
      stream.open()
      onStream()
      return {
        async onFrame({ type, payload }) {
          if (subscriptionResultTypes.has(type)) stream.add(new TextDecoder().decode(payload))
        },
      }
    },
  }
}

/** Returns a transport that shows the response to the request itself to `stream`, but not that to a token request. */
function watchedTransport(
  transport: Transport,
  request: HttpRequest,
  { stream, onStream }: { readonly stream: LimitedStream; readonly onStream: () => void },
): Transport {
  return {
    ...transport,
    send(passed, observer, ...rest) {
      if (passed.message.gateFacts.way !== 'request') return transport.send(passed, observer, ...rest)
      return transport.send(
        passed,
        {
          onRequestContent: sentBytes => observer.onRequestContent(sentBytes),
          onResponse(response) {
            stream.begin(request, response)
            if (stream.isStream) onStream()
            observer.onResponse(response)
          },
          onContent: bytes => void stream.read(bytes),
        },
        ...rest,
      )
    },
  }
}
